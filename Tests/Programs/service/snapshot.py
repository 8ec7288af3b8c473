"""Everything that a package could leave behind: files, users, groups, units."""

import hashlib
import os
import stat

# Not compared: files of the package manager, the logs and the journal, and backups by the tools that change users.
PASSED_OVER = (
    "/var/lib/dpkg/", "/var/lib/apt/", "/var/cache/apt/", "/var/log/", "/var/cache/debconf/", "/var/lib/systemd/timers/",
    "/var/lib/systemd/random-seed", "/var/tmp/systemd-private-", "/etc/.pwd.lock",
    "/etc/passwd-", "/etc/group-", "/etc/shadow-", "/etc/gshadow-", "/etc/subuid-", "/etc/subgid-",
)  # fmt: skip
# In these folders the contents of files are compared. Elsewhere the size of a file is enough.
READ = ("/etc/", "/var/lib/")


def of_file(path, status):
    """The attributes that are compared: kind, mode, owner, and contents."""
    if stat.S_ISLNK(status.st_mode):
        said = os.readlink(path)
    elif not stat.S_ISREG(status.st_mode):
        said = None
    elif path.startswith(READ):
        with open(path, "rb") as file:
            said = hashlib.sha256(file.read()).hexdigest()
    else:
        said = status.st_size
    return oct(status.st_mode), status.st_uid, status.st_gid, said


def files():
    """Every file of the root file system, and those files of other file systems that have the package's name."""
    found = {}
    root = os.lstat("/").st_dev
    for folder, folders, names in os.walk("/"):
        folders[:] = [f for f in folders if not os.path.ismount(os.path.join(folder, f))]
        for name in folders + names:
            path = os.path.join(folder, name)
            status = os.lstat(path)
            if not path.startswith(PASSED_OVER) and (status.st_dev == root or not stat.S_ISDIR(status.st_mode)):
                found[path] = of_file(path, status)
    for place in ("/run", "/run/systemd/transient", "/run/systemd/units", "/tmp", "/dev/shm"):
        for name in os.listdir(place) if os.path.isdir(place) else ():
            if "wheel" in name:
                found[f"{place}/{name}"] = "there"
    return found


def difference(before, after):
    """A line for each file that has changed."""
    return (
        [f"left behind: {path}" for path in sorted(after.keys() - before.keys())]
        + [f"gone: {path}" for path in sorted(before.keys() - after.keys())]
        + [
            f"changed: {path}: {before[path]} to {after[path]}"
            for path in sorted(before.keys() & after.keys())
            if before[path] != after[path]
        ]
    )
