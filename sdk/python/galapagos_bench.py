"""What a benchmark for galapagos needs, in one file without dependencies. Copy it beside your benchmark.

    import galapagos_bench as bench

    bench.report(0.93, metrics={"tours": 12}, feedback="tour 7 is far from optimal")

It works without galapagos, too: then the result is printed as one line of JSON. Python 3.8 or later.
The guide is docs/benchmarks.md of the galapagos package.
"""

import importlib
import importlib.util
import json
import math
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Union
from urllib.parse import quote

__all__ = ["artifact", "load", "measure", "report", "result", "run_target", "seed", "serve", "trace"]

Result = Dict[str, Any]

# ---------------------------------------------------------------------------------------------------------------------
# Reporting


def result(
    score: float,
    metrics: Optional[Dict[str, float]] = None,
    tasks: Optional[Dict[str, float]] = None,
    feedback: Optional[str] = None,
    artifacts: Optional[Dict[str, Any]] = None,
    tasks_meta: Optional[Dict[str, str]] = None,
) -> Result:
    """The object of a result. Refuses numbers that are not finite."""
    numbers = {"the score": score}
    numbers.update({"metric %s" % name: value for name, value in (metrics or {}).items()})
    numbers.update({"task %s" % name: value for name, value in (tasks or {}).items()})
    for name, value in numbers.items():
        if isinstance(value, bool) or not hasattr(value, "__float__"):
            raise TypeError("%s must be a number, not %r" % (name, value))
        if not math.isfinite(float(value)):
            raise ValueError("%s is %r: it must be finite. Fail instead (raise, or exit with 1)." % (name, value))
    full = {
        "score": float(score),
        "metrics": None if metrics is None else {name: float(value) for name, value in metrics.items()},
        "tasks": None if tasks is None else {name: float(value) for name, value in tasks.items()},
        "tasks_meta": tasks_meta,
        "feedback": feedback,
        "artifacts": artifacts,
    }
    return {name: value for name, value in full.items() if value is not None}


def report(score: float, **more: Any) -> Result:
    """Reports the result, whole or not at all: to EVOLVE_RESULT, else as a line on stdout. Takes what `result` takes."""
    global _reported
    value = result(score, **more)
    if _serving:
        _reported = value
        return value
    path = os.environ.get("EVOLVE_RESULT")
    text = json.dumps(value, allow_nan=False)
    if path:
        _write(path, text)
    else:
        sys.stdout.flush()
        sys.stdout.write("\n%s\n" % text)
        sys.stdout.flush()
    return value


def trace(task: str, data: Any) -> None:
    """Keeps what happened in one task as task_<id>.json; it can be read while the benchmark runs."""
    folder = os.environ.get("EVOLVE_TRACES_DIR")
    if folder:
        _write(os.path.join(folder, "task_%s.json" % quote(str(task), safe="")[:200]), json.dumps(data))


def artifact(name: str, content: Union[str, bytes]) -> Optional[str]:
    """Keeps a file with the candidate's logs. Gives its path, or None when nobody keeps any."""
    folder = os.environ.get("EVOLVE_TRACES_DIR")
    if not folder:
        return None
    path = os.path.join(folder, quote(str(name), safe="")[:200])
    _write(path, content)
    return path


def seed(default: int = 0) -> int:
    """The run's seed: take it for whatever is drawn by chance."""
    return int(os.environ.get("EVOLVE_SEED", default))


def _write(path: str, content: Union[str, bytes]) -> None:
    data = content.encode("utf-8") if isinstance(content, str) else content
    folder = os.path.dirname(path) or "."
    handle, temporary = tempfile.mkstemp(prefix=".galapagos-", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


# ---------------------------------------------------------------------------------------------------------------------
# Measuring from outside

OWN = ("EVOLVE_", "EVO_")


class Ran(NamedTuple):
    """A program that ran to its end, or to the end of its time."""

    code: Optional[int]  # negative: the signal that ended it; None: it was still running
    stdout: bytes
    stderr: bytes
    seconds: float  # by the clock of the harness
    cpu_seconds: float  # of the program and what it waited for

    @property
    def timed_out(self) -> bool:
        return self.code is None


class Call(NamedTuple):
    """One call of the function: its output, or why there is none."""

    output: Any
    error: Optional[str]
    seconds: float  # by the clock of the harness, the way there and back included


class Measured(NamedTuple):
    calls: List[Call]  # as many as inputs, in their order
    load_seconds: float
    cpu_seconds: float

    @property
    def error(self) -> Optional[str]:
        """The first that went wrong."""
        return next((call.error for call in self.calls if call.error is not None), None)

    @property
    def outputs(self) -> List[Any]:
        """All outputs. Raises when a call has none."""
        if self.error is not None:
            raise RuntimeError(self.error)
        return [call.output for call in self.calls]

    @property
    def seconds(self) -> float:
        return sum(call.seconds for call in self.calls)


def run_target(
    args: Sequence[str],
    input: Union[str, bytes] = b"",
    timeout: float = 60.0,
    cwd: Optional[str] = None,
    env: Optional[Dict[str, str]] = None,
) -> Ran:
    """Runs a program in a process of its own: whatever it prints, however it exits, is only what it gives back here."""
    with _Orphans():
        before = _children_cpu()
        since = time.perf_counter()
        child = subprocess.Popen(
            list(args),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=_environment(env),
        )
        code: Optional[int] = None
        try:
            given = input.encode("utf-8") if isinstance(input, str) else input
            stdout, stderr = child.communicate(given, timeout=timeout)
            code = child.returncode
        except subprocess.TimeoutExpired as late:
            _kill_tree(child.pid)
            stdout, stderr = late.stdout or b"", late.stderr or b""
            child.wait()
        seconds = time.perf_counter() - since
        return Ran(code, stdout, stderr, seconds, _children_cpu() - before)


def measure(
    file: str,
    function: str,
    inputs: Sequence[Any],
    timeout: float = 60.0,
    cwd: Optional[str] = None,
    env: Optional[Dict[str, str]] = None,
    fork: bool = False,
) -> Measured:
    """Calls `function(input)` of a file for each input, in a process of its own, and measures from here.

    Inputs and outputs go as JSON, one at a time, each with a number that only the one who asks knows in advance.
    Whether an output is right is for the caller to say: the process can only give outputs, never a time or a score.
    `timeout` is for each call. `fork` saves the start of an interpreter, but the target can then look into all that
    this process holds: expected outputs, too.
    """
    with _Orphans():
        worker = _Worker(file, cwd, _environment(env), fork)
        calls: List[Call] = []
        try:
            loaded = worker.ask({"load": os.path.abspath(file), "function": function}, timeout)
            error = loaded.error and "%s can't be loaded: %s" % (os.path.basename(file), loaded.error)
            for given in inputs:
                if error is None:
                    calls.append(worker.ask({"input": given}, timeout))
                    error = worker.over
                else:
                    calls.append(Call(None, error, 0.0))
        finally:
            cpu = worker.end()
        return Measured(calls, loaded.seconds, cpu)


class _Worker:
    """The process with the target in it."""

    def __init__(self, file: str, cwd: Optional[str], env: Dict[str, str], fork: bool) -> None:
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        self.over: Optional[str] = None
        self._buffer = b""
        self._in, self._out = ours_in, ours_out
        sys.stdout.flush()
        sys.stderr.flush()
        if fork:
            self._pid = os.fork()
            if self._pid == 0:
                _fork_main(theirs_in, theirs_out, [ours_in, ours_out], cwd, env)
        else:
            # What it prints is for the log.
            self._pid = subprocess.Popen(
                [sys.executable, os.path.abspath(__file__), "--worker", str(theirs_out)],
                stdin=theirs_in,
                stdout=2,
                cwd=cwd,
                env=env,
                pass_fds=(theirs_out,),
                ).pid
        os.close(theirs_in)
        os.close(theirs_out)

    def ask(self, request: Dict[str, Any], timeout: float) -> Call:
        if self.over is not None:
            return Call(None, self.over, 0.0)
        number = os.urandom(16).hex()
        line = json.dumps(dict(request, id=number)).encode("utf-8") + b"\n"
        since = time.perf_counter()
        answer = self._exchange(line, since + timeout)
        seconds = time.perf_counter() - since
        if answer is None:
            self.over = self.over or self._death()
            return Call(None, self.over, seconds)
        try:
            value = json.loads(answer)
        except ValueError:
            value = None
        if not isinstance(value, dict) or value.get("id") != number:
            self.over = "it answered what it was not asked"
            return Call(None, self.over, seconds)
        error = value.get("error")
        return Call(value.get("output"), error if error is None else str(error), seconds)

    def _exchange(self, line: bytes, until: float) -> Optional[bytes]:
        if self._buffer:
            self.over = "it answered before it was asked"
            return None
        os.set_blocking(self._out, False)
        while True:
            left = until - time.perf_counter()
            if left <= 0:
                self.over = "it ran longer than its time"
                return None
            readable, writable, _ = select.select([self._in], [self._out] if line else [], [], min(left, 1.0))
            if writable:
                try:
                    line = line[os.write(self._out, line[:65536]) :]
                except BrokenPipeError:
                    return None
            if readable:
                chunk = os.read(self._in, 1 << 20)
                if not chunk:
                    return None
                self._buffer += chunk
                answer, end, rest = self._buffer.partition(b"\n")
                if end:
                    self._buffer = rest
                    return answer
            elif _is_zombie(self._pid):
                # Something it left behind may hold the pipe open.
                return None

    def _death(self) -> str:
        if not _is_zombie(self._pid):
            _kill_tree(self._pid)
        status = self._reap()
        if os.WIFSIGNALED(status):
            return "it was ended by signal %d" % os.WTERMSIG(status)
        return "it exited with code %d before it answered" % os.WEXITSTATUS(status)

    _status: Optional[int] = None
    _cpu = 0.0

    def _reap(self) -> int:
        if self._status is None:
            _, self._status, usage = os.wait4(self._pid, 0)
            self._cpu = usage.ru_utime + usage.ru_stime
        return self._status

    def end(self) -> float:
        if self._status is None:
            _kill_tree(self._pid)
        self._reap()
        os.close(self._in)
        os.close(self._out)
        return self._cpu


def _fork_main(requests: int, answers: int, theirs: List[int], cwd: Optional[str], env: Dict[str, str]) -> None:
    code = 1
    try:
        for descriptor in theirs:
            os.close(descriptor)
        os.dup2(2, 1)
        os.environ.clear()
        os.environ.update(env)
        if cwd is not None:
            os.chdir(cwd)
        _work(requests, answers)
        code = 0
    finally:
        os._exit(code)


def _work(requests: int, answers: int) -> None:
    """The inside of the process: loads the target, and calls it as often as it is asked to."""
    function: Callable[[Any], Any] = _missing
    with os.fdopen(requests, "rb") as lines:
        for line in lines:
            request = json.loads(line)
            answer: Dict[str, Any] = {"id": request["id"]}
            try:
                if "load" in request:
                    function = getattr(load(request["load"]), request["function"])
                else:
                    answer["output"] = function(request["input"])
                text = json.dumps(answer)
            except BaseException as error:
                traceback.print_exc()
                text = json.dumps({"id": request["id"], "error": "%s: %s" % (type(error).__name__, error)})
                if isinstance(error, SystemExit):
                    os._exit(error.code if isinstance(error.code, int) else 0 if error.code is None else 1)
            data = text.encode("utf-8") + b"\n"
            while data:
                data = data[os.write(answers, data) :]


def _missing(_: Any) -> Any:
    raise RuntimeError("no function was loaded")


def _environment(env: Optional[Dict[str, str]]) -> Dict[str, str]:
    given = dict(os.environ) if env is None else env
    return {name: value for name, value in given.items() if not name.startswith(OWN)}


def _children_cpu() -> float:
    try:
        import resource

        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    except ImportError:
        return 0.0


def _kill_tree(pid: int) -> None:
    """Ends a child that was not waited for, and what is below it.

    It stays in the process group of the harness, so that whoever ends the harness ends it as well.
    """
    found = [pid]
    for one in found:
        found.extend(_children(one))
    for one in found:
        try:
            os.kill(one, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


def _is_zombie(pid: int) -> bool:
    if not hasattr(os, "waitid"):
        return False
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


class _Orphans:
    """While it lasts, what loses its parent becomes ours; at its end all of that is ended. Linux alone."""

    def __enter__(self) -> None:
        # A target must not open the memory or the output of whoever measures it.
        _prctl(PR_SET_DUMPABLE, 0)
        self._before = _subreap(True)

    def __exit__(self, *_: Any) -> None:
        if self._before is None:
            return
        while True:
            left = [pid for pid in _children(os.getpid()) if pid not in self._before]
            if not left:
                break
            for pid in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                except (ProcessLookupError, ChildProcessError):
                    pass
        _subreap(False)


PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36


def _prctl(option: int, value: int) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    try:
        import ctypes

        return ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0
    except (ImportError, OSError, AttributeError):
        return False


def _subreap(on: bool) -> Optional[List[int]]:
    return _children(os.getpid()) if _prctl(PR_SET_CHILD_SUBREAPER, int(on)) else None


def _children(own: int) -> List[int]:
    found: List[int] = []
    try:
        for thread in os.listdir("/proc/%d/task" % own):
            with open("/proc/%d/task/%s/children" % (own, thread)) as file:
                found.extend(int(word) for word in file.read().split())
        return found
    except OSError:
        pass
    for name in os.listdir("/proc") if os.path.isdir("/proc") else []:
        try:
            with open("/proc/%s/stat" % name) as file:
                if name.isdigit() and int(file.read().rpartition(")")[2].split()[1]) == own:
                    found.append(int(name))
        except OSError:
            pass
    return found


# ---------------------------------------------------------------------------------------------------------------------
# Serving

_serving = False
_reported: Optional[Result] = None


def load(file: str) -> Any:
    """The module in a file as the file is now, whatever was loaded from it before."""
    path = os.path.abspath(file)
    folder = os.path.dirname(path)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    name = os.path.splitext(os.path.basename(path))[0]
    importlib.invalidate_caches()
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("%s is no Python file" % file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def serve(handler: Callable[..., Any], prepare: Optional[Callable[[], Any]] = None) -> None:
    """Measures candidates, one per line of stdin, when started with --warm; else the one that is there, once.

    `prepare()` is called once. `handler(request)`, or `handler(request, prepared)`, gives a number or what `result`
    gives. It runs in a fork of the prepared process, so that no candidate meets another; with --trust in the process
    itself. Import the candidate's files in the handler only.
    """
    global _serving
    mode = os.environ.get("EVOLVE_WARM")
    if mode is None:
        request = _request_once()
        report(**_measured(handler, () if prepare is None else (prepare(),), request))
        return
    _serving = True
    # Compiled files are told apart by size and second: too coarse for candidates.
    sys.dont_write_bytecode = True
    sys.stdout.flush()
    answers, requests = os.dup(1), os.dup(0)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    prepared = () if prepare is None else (prepare(),)
    lines = os.fdopen(requests, "rb")
    while True:
        # Before the line is read: no candidate ever sees its id.
        child = None if mode == "trusted" else _Fork(handler, prepared, [requests, answers])
        line = lines.readline()
        if not line:
            if child is not None:
                child.end()
            return
        request = json.loads(line)
        number = request.pop("id")
        answer = _trusted(handler, prepared, request) if child is None else _forked(child, request)
        sys.stdout.flush()
        text = "\n%s\n" % json.dumps(dict(answer, id=number), allow_nan=False)
        data = text.encode("utf-8")
        while data:
            data = data[os.write(answers, data) :]


def _request_once() -> Dict[str, Any]:
    env = os.environ
    return {
        "candidate": env.get("EVOLVE_CANDIDATE", ""),
        "attempt": int(env.get("EVOLVE_ATTEMPT", "1")),
        "seed": seed(),
        "worktree": env.get("EVO_WORKTREE", os.getcwd()),
        "target": os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else None,
        "files": [],
        "traces": env.get("EVOLVE_TRACES_DIR"),
        "checkpoints": env.get("EVOLVE_CHECKPOINT_DIR"),
    }


def _measured(handler: Callable[..., Any], prepared: Sequence[Any], request: Dict[str, Any]) -> Result:
    global _reported
    _reported = None
    value = handler(request, *prepared)
    if value is None and _reported is not None:
        return _reported
    return result(**value) if isinstance(value, dict) else result(value)


def _enter(request: Dict[str, Any]) -> None:
    os.environ["EVOLVE_CANDIDATE"] = str(request["candidate"])
    os.environ["EVOLVE_ATTEMPT"] = str(request["attempt"])
    os.environ["EVOLVE_TRACES_DIR"] = request["traces"]
    os.environ["EVOLVE_CHECKPOINT_DIR"] = request["checkpoints"]


def _trusted(handler: Callable[..., Any], prepared: Sequence[Any], request: Dict[str, Any]) -> Dict[str, Any]:
    for name in _loaded(request):
        del sys.modules[name]
    importlib.invalidate_caches()
    _enter(request)
    try:
        return _measured(handler, prepared, request)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        traceback.print_exc()
        return {"error": "%s: %s" % (type(error).__name__, error)}


def _loaded(request: Dict[str, Any]) -> List[str]:
    files = {os.path.realpath(path) for path in request["files"]}
    found = [(name, getattr(module, "__file__", None)) for name, module in list(sys.modules.items())]
    return [name for name, path in found if path and os.path.realpath(path) in files]


def _forked(child: "_Fork", request: Dict[str, Any]) -> Dict[str, Any]:
    stale = [name for name in _loaded(request) if name != "__main__"]
    if stale:
        child.end()
        return {"error": "the server has loaded %s itself: import it in the handler only" % ", ".join(stale)}
    return child.ask(request)


class _Fork:
    """A fork of the prepared process, made before there is a request, used for one."""

    def __init__(self, handler: Callable[..., Any], prepared: Sequence[Any], theirs: List[int]) -> None:
        self._in, out = os.pipe()
        inside, self._out = os.pipe()
        # Nobody but the root may look into a process that holds the id of a request.
        _prctl(PR_SET_DUMPABLE, 0)
        sys.stdout.flush()
        sys.stderr.flush()
        self._pid = os.fork()
        if self._pid == 0:
            _fork_handler(handler, prepared, inside, out, [*theirs, self._in, self._out])
        os.close(inside)
        os.close(out)

    def ask(self, request: Dict[str, Any]) -> Dict[str, Any]:
        buffer = b""
        try:
            os.write(self._out, json.dumps(request).encode("utf-8") + b"\n")
            while b"\n" not in buffer:
                readable, _, _ = select.select([self._in], [], [], 0.05)
                chunk = os.read(self._in, 1 << 20) if readable else b""
                buffer += chunk
                if not chunk and (readable or _is_zombie(self._pid)):
                    break
        except BrokenPipeError:
            pass
        line, end, _ = buffer.partition(b"\n")
        status = self.end()
        try:
            value = json.loads(line) if end else None
        except ValueError:
            value = None
        if isinstance(value, dict):
            return value
        if end:
            return {"error": "it answered what is no result"}
        if os.WIFSIGNALED(status):
            return {"error": "ended by signal %d" % os.WTERMSIG(status)}
        return {"error": "exited with code %d before it had a score" % os.WEXITSTATUS(status)}

    def end(self) -> int:
        # The way it ended by itself is worth telling.
        if not _is_zombie(self._pid):
            _kill_tree(self._pid)
        _, status = os.waitpid(self._pid, 0)
        os.close(self._in)
        os.close(self._out)
        return status


def _fork_handler(
    handler: Callable[..., Any], prepared: Sequence[Any], requests: int, answers: int, theirs: List[int]
) -> None:
    code = 1
    try:
        _prctl(PR_SET_DUMPABLE, 1)
        for descriptor in theirs:
            os.close(descriptor)
        with os.fdopen(requests, "rb") as lines:
            line = lines.readline()
        if line:
            request = json.loads(line)
            _enter(request)
            try:
                answer = _measured(handler, prepared, request)
            except SystemExit as stop:
                code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
                return
            except BaseException as error:
                traceback.print_exc()
                answer = {"error": "%s: %s" % (type(error).__name__, error)}
            sys.stdout.flush()
            data = json.dumps(answer, allow_nan=False).encode("utf-8") + b"\n"
            while data:
                data = data[os.write(answers, data) :]
        code = 0
    finally:
        os._exit(code)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--worker":
        lines = os.dup(0)
        os.close(0)
        os.open(os.devnull, os.O_RDONLY)
        sys.path.pop(0)
        sys.dont_write_bytecode = True
        _work(lines, int(sys.argv[2]))
    else:
        print(__doc__)
