/** Completion scripts, made from the commands as they are: a command or option that is added is completed too. */
import type { Command, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** A command with what can follow it. */
interface Place {
  /** Words before it, each after a blank: empty for the program itself, ` terms edit` for one of its depth. */
  path: string;
  commands: readonly Command[];
  options: readonly Option[];
  /** Values that its arguments may have, where only some may. */
  values: readonly string[];
}

export function completionScript(program: Command, shell: Shell): string {
  const places = placesOf(program);
  switch (shell) {
    case 'bash':
      return bashScript(program.name(), places);
    case 'zsh':
      // Its bash emulation does what is needed, with one script less to keep right.
      return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(program.name(), places)}`;
    case 'fish':
      return fishScript(program.name(), places);
  }
}

function placesOf(command: Command, path = ''): Place[] {
  const { commands, options, registeredArguments } = command;
  const values = registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [
    { path, commands, options, values },
    ...commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`)),
  ];
}

const flagsOf = ({ short, long }: Option): string[] => [short, long].filter((flag) => flag !== undefined);
const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** `path` and `words` have meanings of their own in zsh: neither is used as a name. */
function bashScript(name: string, places: readonly Place[]): string {
  const known = places.slice(1).map(({ path }) => quoted(path));
  const choices = places.map(({ path, commands, options, values }) => {
    const follows = [
      ...commands.map((child) => child.name()),
      ...values,
      ...options.flatMap(flagsOf),
      '--help',
    ];
    return `    ${quoted(path)}) choices=${quoted(follows.join(' '))} ;;`;
  });
  const values = places.flatMap(({ path, options }) =>
    options.filter(takesValue).map((option) => {
      const before = flagsOf(option).map((flag) => quoted(`${path} ${flag}`));
      return `    ${before.join('|')}) choices=${quoted((option.argChoices ?? []).join(' '))} ;;`;
    }),
  );
  return `_${name}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" place='' choices='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$place \${COMP_WORDS[i]}" in
      ${known.join('|')}) place="$place \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$place" in
${choices.join('\n')}
  esac
  case "$place $prev" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$cur"))
}
complete -o default -F _${name} ${name}
`;
}

function fishScript(name: string, places: readonly Place[]): string {
  const known = places.slice(1).map(({ path }) => fishQuoted(path));
  const lines = places.flatMap(({ path, commands, options, values }) => {
    const at = `complete -c ${name} -n ${fishQuoted(`__${name}_at ${fishQuoted(path)}`)}`;
    return [
      ...commands.map((child) => `${at} -f -a ${child.name()} -d ${fishQuoted(child.description())}`),
      ...values.map((value) => `${at} -f -a ${value}`),
      ...options.map((option) => `${at} ${fishOption(option)} -d ${fishQuoted(option.description)}`),
    ];
  });
  return `function __${name}_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    switch "$place $word"
      case ${known.join(' ')}
        set place "$place $word"
    end
  end
  test "$place" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function fishOption(option: Option): string {
  const { short, long, argChoices } = option;
  return [
    short === undefined ? null : `-s ${short.slice(1)}`,
    long === undefined ? null : `-l ${long.slice(2)}`,
    argChoices === undefined
      ? takesValue(option)
        ? '-r'
        : null
      : `-x -a ${fishQuoted(argChoices.join(' '))}`,
  ]
    .filter((part) => part !== null)
    .join(' ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const fishQuoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
