#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
fresh.py [run] [test] [image]: proves on a Debian 12 with nothing installed what this machine, where
everything is, cannot prove: that what the project asks for is enough. Without arguments all three.

run    a clone of what is committed here, `make run`, and the page of health
test   `make test` in the same clone
image  the steps of the Dockerfile, in a tree for each stage; then the program as a container would
       start it, and the image's own check of its health

A tree is made by mmdebstrap. The site's way to its packages is taken along: sources of Debian 12,
what apt.conf.d says of fetching, certificates, proxies, and ~/.npmrc. Everything runs in namespaces
of its own, so that no mount and no process can be left over; whoever runs this must be root.
"""
import fcntl
import fnmatch
import glob
import json
import os
import re
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
START_S = 60  # for a server, on a busy machine


def fail(why):
    sys.exit(f"fresh: {why}")


def say(what):
    print(f"== {what}", flush=True)


def itself(*arguments):
    return [sys.executable, "-B", os.path.abspath(__file__), *arguments]


# ---- Trees --------------------------------------------------------------------------------------


def put(tree, path, text):
    os.makedirs(os.path.dirname(tree + path), exist_ok=True)
    with open(tree + path, "w", encoding="utf-8") as file:
        file.write(text)


def make_base(tree):
    """A minimal Debian 12 that fetches packages the way this site does."""
    lists = glob.glob("/etc/apt/sources.list") + glob.glob("/etc/apt/sources.list.d/*.*")
    sources = [
        name
        for name in lists
        if name.endswith((".list", ".sources")) and re.search(r"\bbookworm\b", open(name).read())
    ]
    options = [
        f"--aptopt={name}"
        for name in sorted(glob.glob("/etc/apt/apt.conf.d/*"))
        if re.match(r"\s*Acquire::", open(name).read(), re.I)
    ]
    subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=minbase", *options, "bookworm", tree, *sources],
        check=True,
    )
    for name in glob.glob("/usr/local/share/ca-certificates/*.crt"):
        os.makedirs(tree + os.path.dirname(name), exist_ok=True)
        shutil.copy(name, tree + name)
    npmrc = os.path.expanduser("~/.npmrc")
    if os.path.exists(npmrc):
        # nodedir names headers that are here, not there.
        lines = [line for line in open(npmrc) if not re.match(r"\s*nodedir\b", line)]
        put(tree, "/root/.npmrc", "".join(lines))
    shutil.copy("/etc/resolv.conf", tree + "/etc/resolv.conf")
    put(tree, "/etc/hosts", "127.0.0.1 localhost\n::1 localhost\n")


def copy_tree(base, tree):
    subprocess.run(["cp", "-a", "--reflink=auto", base, tree], check=True)
    for path, how in (("/proc", ["-t", "proc", "proc"]), ("/dev", ["--rbind", "/dev"])):
        subprocess.run(["mount", *how, tree + path], check=True)
    return tree


def inside(tree, command, env=None, folder="/", user="root"):
    """The words that run a command in a tree."""
    proxies = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    env = {"PATH": PATH, "HOME": "/root", **proxies, **(env or {})}
    words = ["chroot", f"--userspec={user}", tree, "env", "-i", f"--chdir={folder}"]
    return words + [f"{name}={value}" for name, value in env.items()] + command


# ---- A server -----------------------------------------------------------------------------------


def wait_for(what, is_there, server):
    end = time.monotonic() + START_S
    while not is_there():
        if server.poll() is not None:
            fail(f"it ended with status {server.returncode} before {what}")
        if time.monotonic() > end:
            fail(f"{what}: not within {START_S} s")
        time.sleep(0.2)


def is_healthy(port):
    with socket.create_connection(("127.0.0.1", port), 5) as link:
        link.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return link.makefile("rb").readline().split()[1:2] == [b"200"]


def end(server, how):
    os.killpg(server.pid, how)
    try:
        server.wait(START_S)
    except subprocess.TimeoutExpired:
        fail("the server did not end")


def prove_run(tree):
    say("make run")
    # Its output is also what is waited for.
    command = inside(tree, ["make", "run"], folder="/root/holecard")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, process_group=0) as server:
        port = None
        for line in server.stdout:
            print(line, end="", flush=True)
            found = re.search(r"Play at +http://[^/]*:(\d+)/", line)
            if found:
                port = int(found[1])
                break
        if not port or not is_healthy(port):
            fail("make run did not give a healthy server")
        end(server, signal.SIGINT)


def prove_test(tree):
    say("make test")
    if subprocess.run(inside(tree, ["make", "test"], folder="/root/holecard")).returncode:
        fail("make test failed")


# ---- The image ----------------------------------------------------------------------------------


def read_steps():
    """(instruction, rest) for each step of the Dockerfile; lines that go on are joined."""
    text = open(os.path.join(SOURCE, "Dockerfile"), encoding="utf-8").read()
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("\\\n", " ")
    return [tuple(line.split(None, 1)) for line in text.splitlines() if line.strip()]


def copy_source(tree, folder):
    """What a build is given: the files here but those of .dockerignore."""
    rows = open(os.path.join(SOURCE, ".dockerignore"), encoding="utf-8").read().split()

    def is_left_out(path):
        return any(
            fnmatch.fnmatch(path, row)
            or row.startswith("**/") and fnmatch.fnmatch(os.path.basename(path), row[3:])
            for row in rows
        )

    def left_out(parent, names):
        return [n for n in names if is_left_out(os.path.relpath(os.path.join(parent, n), SOURCE))]

    shutil.copytree(SOURCE, tree + folder, ignore=left_out, symlinks=True, dirs_exist_ok=True)


def prove_image(work):
    trees = []  # of the stages
    names = {}
    for step, rest in read_steps():
        say(f"{step} {rest}")
        if step == "FROM":
            image = re.fullmatch(r"debian:12-slim(?: AS (\w+))?", rest) or fail("FROM what?")
            trees.append(copy_tree(f"{work}/base", f"{work}/stage-{len(trees)}"))
            names[image[1]] = trees[-1]
            tree, folder, user, env, entry, health = trees[-1], "/", "root", {}, None, None
        elif step == "RUN":
            command = inside(tree, ["sh", "-c", rest], env, folder, user)
            if subprocess.run(command).returncode:
                fail("that step failed")
        elif step == "WORKDIR":
            folder = rest
            os.makedirs(tree + folder, exist_ok=True)
        elif step == "COPY" and rest == ". .":
            copy_source(tree, folder)
        elif step == "COPY":
            stage, source, target = re.fullmatch(r"--from=(\w+) (\S+) (\S+)", rest).groups()
            shutil.copy(names[stage] + source, tree + target)
        elif step == "ENV":
            env.update(word.split("=", 1) for word in shlex.split(rest))
        elif step == "USER":
            user = rest
        elif step == "HEALTHCHECK":
            health = json.loads(rest[rest.index("CMD") + 3 :])
        elif step == "ENTRYPOINT":
            entry = json.loads(rest)
        elif step not in ("VOLUME", "EXPOSE"):
            fail(f"{step}: this script does not know that instruction")

    check_libraries(tree)
    say("the program as a container starts it")
    start, check = (inside(tree, words, env, folder, user) for words in (entry, health))
    if subprocess.run(["unshare", "--net", *itself("--container", json.dumps([start, check]))]).returncode:
        fail("it would not do in a container")
    sizes = [megabytes(folder) for folder in (tree, f"{work}/base")]
    print(f"the image has {sizes[0] - sizes[1]} MB more than what it is made of")


def check_libraries(tree):
    """What is loaded only when it is wanted must be there all the same."""
    sources = glob.glob(f"{SOURCE}/src/**/*.c", recursive=True)
    wanted = {name for path in sources for name in re.findall(r'library_load\("([^"]+)"', open(path).read())}
    known = subprocess.run(inside(tree, ["ldconfig", "-p"]), capture_output=True, check=True, text=True)
    missing = wanted - set(known.stdout.split())
    if missing or not wanted:
        fail(f"the image lacks {', '.join(missing) or 'nothing, since nothing was looked for'}")


def megabytes(folder):
    words = ["du", "-smx", "--exclude=./var/cache/apt", "--exclude=./var/lib/apt", "."]
    return int(subprocess.run(words, cwd=folder, capture_output=True, check=True).stdout.split()[0])


def prove_container(start, check):
    """In a network of its own, where nobody else has the port and nobody comes in."""
    with socket.socket() as any_socket:  # ip link set lo up
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 1))
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(start, process_group=0) as server:
        wait_for("it is healthy", lambda: not subprocess.run(check, **silent).returncode, server)
        end(server, signal.SIGTERM)
    if server.returncode:
        fail(f"the server ended with status {server.returncode}")
    if not subprocess.run(check, **silent).returncode:
        fail("the check of health finds a server where there is none")


# ---- Everything ---------------------------------------------------------------------------------


def prove(work, modes):
    say("a minimal Debian 12")
    make_base(f"{work}/base")
    if "run" in modes or "test" in modes:
        tree = copy_tree(f"{work}/base", f"{work}/tree")
        install = "apt-get -qq update && apt-get -qq install -y --no-install-recommends git make ca-certificates"
        subprocess.run(inside(tree, ["sh", "-c", install]), check=True, stdout=subprocess.DEVNULL)
        clone = ["git", "clone", "--quiet", f"file://{SOURCE}", f"{tree}/root/holecard"]
        subprocess.run(clone, check=True)
        if "run" in modes:
            prove_run(tree)
        if "test" in modes:
            prove_test(tree)
    if "image" in modes:
        prove_image(work)


def main():
    known = ("run", "test", "image")
    modes = sys.argv[1:] or list(known)
    if modes[0] == "--inside":
        prove(modes[1], modes[2:])
        return
    if modes[0] == "--container":
        prove_container(*json.loads(modes[1]))
        return
    if set(modes) - set(known):
        fail(f"usage: fresh.py {' '.join(f'[{mode}]' for mode in known)}")
    if os.getuid() != 0:
        fail("making a tree with its own mounts needs root")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("fresh: ended"))
    work = tempfile.mkdtemp(prefix="holecard-fresh-", dir=os.environ.get("TMPDIR", "/var/tmp"))
    try:
        spaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
        status = subprocess.run(spaces + itself("--inside", work, *modes), cwd="/").returncode
    finally:
        # The mounts went with their namespace; should one be left, it is not walked into.
        subprocess.run(["rm", "-rf", "--one-file-system", work])
    if status == 0:
        print("fresh: all is well")
    sys.exit(status)


if __name__ == "__main__":
    main()
