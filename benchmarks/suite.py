"""The list of benchmarks, and one run of it. A new benchmark is a function from a `Run` to rows and one entry in `BENCHMARKS`."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.deals import benchmark_deals
from benchmarks.files import benchmark_files
from benchmarks.growth import benchmark_growth
from benchmarks.kernel import benchmark_all_hands, benchmark_haswell, benchmark_kernel
from benchmarks.peers import benchmark_peers
from benchmarks.rows import Row
from benchmarks.run import Run
from benchmarks.sizes import Size
from benchmarks.solving import benchmark_proof, benchmark_single, benchmark_solver
from benchmarks.table import benchmark_holdings, benchmark_odds


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One family of rows: its name on the command line and in the rows, and a line that heads its part of the table."""

    name: str
    title: str
    rows: Callable[[Run], Iterable[Row]]


BENCHMARKS: Final = (
    Benchmark("kernel", "The bulk functions, as a part of the rate of a copy of the same bytes", benchmark_kernel),
    Benchmark("haswell", "The same, compiled for a Haswell (AVX2, no AVX-512)", benchmark_haswell),
    Benchmark("all-hands", "Every hand that exists", benchmark_all_hands),
    Benchmark("deals", "Whole deals, as a part of the rate of a copy of the same bytes", benchmark_deals),
    Benchmark("growth", "More and more hands, in chunks", benchmark_growth),
    Benchmark("single", "One hand at a time", benchmark_single),
    Benchmark("solver", "CP-SAT", benchmark_solver),
    Benchmark("proof", "Kernel equals CP-SAT", benchmark_proof),
    Benchmark("holdings", "What the others can hold, by CP-SAT over whole deals", benchmark_holdings),
    Benchmark("odds", "Random deals that explain what is known, drawn and compared", benchmark_odds),
    Benchmark("files", "Files, as a part of the rate of a bare read and write of the same files", benchmark_files),
    Benchmark("peers", "Peers, as a part of the rate of hand_points", benchmark_peers),
)


def run_suite(names: Iterable[str], size: Size, started: Callable[[Benchmark], object]) -> Iterator[tuple[Benchmark, list[Row]]]:
    """Yield the benchmarks called `names`, in the order of the list, each with its rows; `started` hears of each beforehand."""
    chosen = set(names)
    with TemporaryDirectory() as folder:
        run = Run(size, Path(folder))
        for benchmark in BENCHMARKS:
            if benchmark.name in chosen:
                started(benchmark)
                yield benchmark, list(benchmark.rows(run))


def is_clean(rows: Iterable[Row]) -> bool:
    """Return whether this package's own rows are all right; peers' wrong answers and failures are only told."""
    return not any(row.ours and (row.wrong or row.failure) for row in rows)
