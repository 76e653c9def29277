"""What a run ran on: processor, cores, memory, versions. No names of machines or people."""

import os
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import llvmlite.binding as llvm  # type: ignore[import-untyped]  # it has no stubs

DISTRIBUTIONS: Final = ("belote-solver", "numpy", "numba", "llvmlite", "ortools", "pyarrow")
PEERS: Final = ("belote-cli", "phevaluator", "eval7", "treys")


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def facts() -> dict[str, str]:
    """Return what the machine is and which versions are installed, by name."""
    versions = {name: _version(name) for name in (*DISTRIBUTIONS, *PEERS)}
    return {
        "processor": _processor(),
        "compiled for": llvm.get_host_cpu_name(),
        "cores": str(cores()),
        "memory": _memory(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **versions,
    }


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    models = re.findall(r"model name\s*:\s*(.+)", cpuinfo.read_text(encoding="utf-8")) if cpuinfo.exists() else []
    return models[0] if models else platform.processor() or "unknown"


def _memory() -> str:
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return "unknown"
    return f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.1f} GiB"
