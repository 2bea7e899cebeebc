# SPDX-License-Identifier: MIT
"""own_address.py: an address of the loopback that only this process listens at."""
import os


def own_address():
    """127.64.0.0/10, with the low 22 bits of the process id: no other process that lives has this
    address, so a test may use fixed ports there. Take them below 30000: the kernel gives out higher
    ones for connections, at every address."""
    pid = os.getpid()
    return f"127.{64 + (pid >> 16 & 63)}.{pid >> 8 & 255}.{pid & 255}"
