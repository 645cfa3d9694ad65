/** What a `temporal` with that server does when asked for its version. */
export function tellsServer(version: string): string {
  return `echo "temporal version 1.8.2 (Server ${version}, UI 2.50.1)"`;
}

/** A `go` that notes its arguments in a file and leaves `result` at the path given with -o. */
export function buildsTool(callsFile: string, result: string): string {
  return `
echo "$@" >> '${callsFile}'
while [ "$1" != -o ]; do shift; done
/bin/cat > "$2" <<'RESULT'
#!/bin/sh
${result}
RESULT
/bin/chmod +x "$2"`;
}
