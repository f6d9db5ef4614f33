@rem `exec` in package.json hands signals to the portal where npm uses a POSIX shell; cmd.exe finds this instead.
@%*
