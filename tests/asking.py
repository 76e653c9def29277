"""Commands asked in this process: what they answer, and the one line with which they refuse."""

from click.testing import CliRunner, Result

from solver.cli import belote


def run(*arguments: object) -> Result:
    return CliRunner().invoke(belote, [str(argument) for argument in arguments])


def lines_of(*arguments: object) -> list[str]:
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.splitlines()


def refusal(*arguments: object) -> tuple[int, str]:
    """Return the exit status and the one line on stderr of a command that is refused."""
    result = run(*arguments)
    assert result.stdout == ""
    assert result.stderr.startswith("belote: ")
    assert result.stderr.count("\n") == 1
    return result.exit_code, result.stderr.removeprefix("belote: ").rstrip()
