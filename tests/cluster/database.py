# SPDX-License-Identifier: MIT
"""database.py: a PostgreSQL server with a synchronous standby, which can be restarted, killed and
promoted, and whose disk can be full.

Both listen on sockets in folders of their own and nowhere else. A Database is used in a `with`
statement: afterwards nothing is left. There are two kinds of ways to it: by a name, which leads to
the primary and can be cut (way.py), or to both servers, so that libpq finds the one to write to.
Processes die here, but the power stays on: so unless it is wanted nothing has to reach the disk.
"""
import contextlib
import glob
import os
import re
import shutil
import subprocess
import tempfile
import threading

from trial import PATIENCE, check, wait_until
from way import Ways

# Usually the programs are not in the PATH: the newest version that is installed will do.
PROGRAMS = os.path.dirname(os.path.realpath(shutil.which("initdb") or max(
    glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(re.findall(r"\d+", path)[0]))))
# It does not run for root, but the package has brought a user for it.
AS_USER = (["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
           if os.getuid() == 0 else [])
TIED = ["setpriv", "--pdeathsig", "INT"]
SMALL_MIB = 96  # a disk that can be full


class Instance:
    """One server with its data. A small one has them on a file system of its own, which nobody else
    sees; `inside` is how we do."""

    def __init__(self, folder, is_small, to_disk):
        self.folder, self.data, self.process, self.holder = folder, f"{folder}/data", None, None
        self.to_disk = to_disk
        self.inside, self.there = self.data, []
        os.makedirs(self.data, mode=0o700)
        self._own(folder)
        self._own(self.data)
        if is_small:
            self._mount()

    @staticmethod
    def _own(folder):
        if AS_USER:
            shutil.chown(folder, "postgres", "postgres")

    def _mount(self):
        script = 'mount -t tmpfs -o size="$1"m,mode=700 none "$0" && echo && exec cat'
        self.holder = subprocess.Popen([*TIED, "unshare", "-m", "sh", "-c", script, self.data,
                                        str(SMALL_MIB)], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE)
        self.holder.stdout.readline()
        self.there = ["nsenter", "-t", str(self.holder.pid), "-m", "--"]
        self.inside = f"/proc/{self.holder.pid}/root{self.data}"
        self._own(self.inside)

    def run(self, program, *words):
        done = subprocess.run([*self.there, *AS_USER, f"{PROGRAMS}/{program}", *words], text=True,
                              capture_output=True, cwd="/", timeout=PATIENCE, check=False)
        check(done.returncode == 0, f"{program}: {done.stderr}")
        return done.stdout

    def ask(self, sql):
        return self.run("psql", "-X", "-q", "-A", "-t", "-h", self.folder, "-U", "postgres", "-c",
                        sql).strip()

    def make(self):
        self.run("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "--no-sync", "-E",
                 "UTF8", "--no-locale", "--wal-segsize=1")

    def follow(self, primary):
        """Begins as a copy of the primary, and follows it."""
        for name in os.listdir(self.inside):
            path = f"{self.inside}/{name}"
            shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)
        self.run("pg_basebackup", "-D", self.data, "-h", primary.folder, "-U", "postgres", "-c",
                 "fast", "--no-sync", "-R")
        self.start()
        primary.ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.ask("SELECT pg_reload_conf()")
        wait_until(lambda: "sync" in primary.ask("SELECT sync_state FROM pg_stat_replication")
                   .splitlines(), "the standby follows")

    def start(self):
        """Starts it, and waits until it says that it is ready."""
        self.process = subprocess.Popen(
            [*self.there, *AS_USER, *TIED, f"{PROGRAMS}/postgres", "-D", self.data,
             "-k", self.folder, "-c", "listen_addresses=", "-c", "max_connections=60",
             "-c", "shared_buffers=16MB", "-c", "wal_retrieve_retry_interval=100ms",
             "-c", "max_wal_size=16MB", "-c", "min_wal_size=2MB", "-c", "wal_keep_size=16MB",
             "-c", f"fsync={'on' if self.to_disk else 'off'}"], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, cwd="/")
        ready = threading.Event()
        self.reader = threading.Thread(target=self._read, args=(self.process.stdout, ready),
                                       daemon=True)
        self.reader.start()
        check(ready.wait(PATIENCE) and self.is_running(),
              f"the database has ended:\n{self.said()[-2000:]}")

    def _read(self, stdout, ready):
        """Keeps what it says until it has ended."""
        with stdout, open(f"{self.folder}/said", "a", encoding="utf-8") as said:
            for line in stdout:
                said.write(line)
                said.flush()
                if "ready to accept" in line:
                    ready.set()
        ready.set()

    def answers(self):
        return subprocess.run([f"{PROGRAMS}/pg_isready", "-q", "-h", self.folder, "-U", "postgres"],
                              check=False).returncode == 0

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def said(self):
        with open(f"{self.folder}/said", encoding="utf-8") as file:
            return file.read()

    def stop(self, how):
        """"INT": in order, at once. "QUIT": as if its machine had died."""
        if self.is_running():
            subprocess.run(["kill", f"-{how}", str(self.process.pid)], check=True)
            self.process.wait(timeout=PATIENCE)
            self.reader.join()

    def close(self):
        with contextlib.suppress(Exception):
            self.stop("QUIT")
        if self.holder:
            self.holder.stdin.close()
            self.holder.wait()
            self.holder.stdout.close()


def may_mount():
    """Whether a disk can be full here. PostgreSQL does not run for root, nor for who seems to be."""
    return os.getuid() == 0 and subprocess.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"], check=False,
        capture_output=True).returncode == 0


class Database:
    """Both servers, and a way for each name."""

    def __init__(self, names=(), is_small=False, to_disk=False):
        self.folder = tempfile.mkdtemp(prefix="holecard-cluster-")
        os.chmod(self.folder, 0o755)
        self.primary = Instance(f"{self.folder}/a", is_small, to_disk)
        self.standby = Instance(f"{self.folder}/b", False, to_disk)
        self.names, self.ways = names, None
        self.address = self._address(f"{self.primary.folder},{self.standby.folder}")

    def __enter__(self):
        self.primary.make()
        self.primary.start()
        self.standby.follow(self.primary)
        self._lead_to_primary()
        for name in self.names:
            os.mkdir(f"{self.folder}/{name}")
        self.ways = Ways([(name, f"{self.folder}/{name}", f"{self.folder}/primary")
                          for name in self.names])
        return self

    def _lead_to_primary(self):
        os.symlink(self.primary.folder, f"{self.folder}/new")
        os.rename(f"{self.folder}/new", f"{self.folder}/primary")

    def __exit__(self, kind, *_):
        if self.ways:
            self.ways.close()
        for instance in (self.primary, self.standby):
            instance.close()
            if kind and os.path.exists(f"{instance.folder}/said"):
                print(f"the database {instance.folder} said last:\n{instance.said()[-3000:]}")
        shutil.rmtree(self.folder, ignore_errors=True)

    @staticmethod
    def _address(folders):
        return f"postgresql:///postgres?host={folders}&user=postgres"

    def address_of(self, name):
        return self._address(f"{self.folder}/{name}")

    def restart(self, how):
        self.primary.stop(how)
        self.primary.start()

    def fail_over(self):
        """The primary dies, and the standby takes its place."""
        self.primary.stop("QUIT")
        self.standby.ask("SELECT pg_promote()")
        self.primary, self.standby = self.standby, self.primary
        self._lead_to_primary()

    def add_standby(self):
        """Whichever does not run follows the other."""
        self.standby.follow(self.primary)

    def fill(self):
        with open(f"{self.primary.inside}/ballast", "wb", buffering=0) as file:
            with contextlib.suppress(OSError):
                while file.write(b"x" * 4096):
                    pass

    def make_room(self):
        """A database that cannot write may end by itself, also a little later."""
        os.remove(f"{self.primary.inside}/ballast")

        def is_back():
            if not self.primary.is_running():
                self.primary.start()
            return self.primary.answers()
        wait_until(is_back, "the database has room again")
