/** Standard output carries data and nothing else; everything said to a person goes to standard error. */
export interface Terminal {
  /** Whether `-o json` was given: one JSON document on standard output. */
  json: boolean;
  data(document: unknown, human: () => string): void;
  say(line: string): void;
}

export function createTerminal(json: boolean): Terminal {
  return {
    json,
    data: (document, human) => {
      process.stdout.write(`${json ? JSON.stringify(document, null, 2) : human()}\n`);
    },
    say: (line) => {
      process.stderr.write(`${line}\n`);
    },
  };
}

/** `locrelease list | head -1` ends well: whoever closes a pipe has read enough, and the exit code stays what it is. */
export function outliveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}
