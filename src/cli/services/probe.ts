import type { ServiceAccess } from '../../client/access';
import { ServiceClients } from '../../client/service-clients';
import { readConfig, type Config } from '../../config/config';
import { ConfigError } from '../../config/config-error';
import { cannotWrite } from '../../domain/text/path-fault';
import type { ObservedExchange } from '../../http/service-transport';
import type { LocalizationClient } from '../../localization/localization-client';
import { askLocalization, askSocial, type Refusals } from '../../probe/ask';
import { listenForCallbacks } from '../../probe/listen';
import { retryThrottled } from '../../http/retry';
import { NotEmpty, Recording } from '../../probe/record';
import { TranscriptRedactor } from '../../probe/transcript-redactor';
import { reportOn, type ProbeRow } from '../../probe/report';
import { isSuccess, Seen } from '../../probe/seen';
import { spend } from '../../probe/spend';
import { exitCode, type ExitCode } from '../../domain/exit-code';
import { withoutSlash } from '../../domain/text/without-slash';
import { sentence } from '../../domain/text/sentence';
import { counted } from '../../domain/text/counted';
import { isAttended, promptYesNo } from '../terminal/ask';
import { command, type Values } from '../command';
import { flag, projectOption, text, timeoutOption } from '../command-options';
import type { Terminal } from '../terminal/terminal';
import { joinedText } from '../terminal/terminal-form';
import { Table } from '../terminal/table';

const help = `The first command for new credentials: it checks how both services behave where their documentation is silent
(docs/assumptions.md), and says which settings the configuration file needs. Without --spend it only reads.
A service that is not configured is left out.

Exit code 0: everything that was seen holds, or is handled. 2: configuration. 3: a setting is needed, or something
is not handled. 8: a service gave no usable answer.`;

const options = {
  project: projectOption,
  task: text('<id>', 'Also look at this task: its status and terms.'),
  post: text('<id>', 'Look at this post. Default: the first of the list.'),
  spend: flag('Also create, publish and export one task of one string in one language. It costs money.'),
  yes: flag('Do not ask before spending.'),
  language: text('<code>', 'Language of that task. Default: the first that the service lists.'),
  listen: text('<port>', 'Take the callbacks of that task here. CALLBACK_BASE_URL must lead to this port.'),
  timeout: timeoutOption('the task'),
  record: text('<dir>', 'Keep a redacted transcript of each exchange in this new directory.'),
  withContent: flag('Keep texts in the transcript. Secrets are left out all the same.'),
};
type ProbeOptions = Values<typeof options>;

const DEFAULT_TIMEOUT_MS = 30 * 60_000;

export const probe = command({
  options,
  help,
  examples: [
    'service probe',
    'service probe --task task_1 --post post_1 -o json',
    'service probe --record probe-recording      # a redacted transcript, for a report or for sandbox --replay',
    'service probe --spend --yes                 # pays for one task of one string in one language',
  ],
  runHere: ({ terminal }, given) => probeServices(terminal, given),
});

async function probeServices(terminal: Terminal, options: ProbeOptions): Promise<void> {
  const seen = new Seen();
  let recording: Recording | null = null;
  const onExchange = (exchange: ObservedExchange): void => {
    seen.exchanges.push(exchange);
    recording?.keep(exchange);
  };
  const config = readConfig();
  const services = new ServiceClients(config, { onExchange });
  try {
    const { localization, social, missing } = open(services, options.project);
    recording = startRecording(config, options);
    const refusals: Refusals = [];
    if (localization !== null) refusals.push(...(await askLocalization(localization, options.task ?? null)));
    if (social !== null) refusals.push(...(await askSocial(social, options.post ?? null)));
    if (options.spend) {
      if (localization === null) throw new ConfigError(missing.join('\n'));
      refusals.push(...(await payFor(localization, seen, { config, options, terminal })));
      for (const file of seen.files) recording?.keepFile(file);
      for (const signature of seen.callbackSignatures) recording?.keepCallback(signature);
    }
    const assumptions = reportOn(seen, config.assumptions);
    const present = { localization: localization !== null, social: social !== null };
    const recorded = options.record ?? null;
    terminal.data(
      { schemaVersion: 1, services: present, missing, refusals, recorded, assumptions },
      reportText,
    );
    process.exitCode = exitCodeOf(assumptions, seen, present);
  } finally {
    await services.close();
  }
}

/** A service without configuration is left out and reported; without any there is nothing to probe. */
function open(access: Pick<ServiceAccess, 'localization' | 'social'>, project: string) {
  const missing: string[] = [];
  const note = (reason: string): void => void missing.push(reason);
  const localization = unlessMissing(() => access.localization(project), note);
  const social = unlessMissing(() => access.social(), note);
  if (localization === null && social === null) throw new ConfigError(missing.join('\n'));
  return { localization, social, missing };
}

function unlessMissing<Value>(read: () => Value, note?: (reason: string) => void): Value | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    note?.(error.message);
    return null;
  }
}

function startRecording(config: Config, { record, withContent, project }: ProbeOptions): Recording | null {
  if (record === undefined) return null;
  const secrets = [
    unlessMissing(() => config.project(project).appSecret),
    unlessMissing(() => config.social().accessToken),
  ].filter((secret) => secret !== null);
  try {
    return new Recording(record, new TranscriptRedactor({ withContent: withContent === true, secrets }));
  } catch (error) {
    if (error instanceof NotEmpty) throw new ConfigError(`--record: ${error.message} Name a new directory.`);
    throw new ConfigError(`--record: ${cannotWrite(record, error)}`, { cause: error });
  }
}

async function payFor(
  localization: LocalizationClient,
  seen: Seen,
  { config, options, terminal }: { config: Config; options: ProbeOptions; terminal: Terminal },
): Promise<Refusals> {
  const templates = await retryThrottled(() => localization.listTemplates({ type: 'project_strings' })).catch(
    () => null,
  );
  const template = templates?.data.templates.find(({ format }) => format === 'ini') ?? null;
  const language = options.language ?? (await firstLanguage(localization));
  if (language === null) throw new ConfigError('--language is not set, and the service lists no languages.');
  const port = options.listen === undefined ? null : Number(options.listen);
  if (port !== null && config.callbackBaseUrl === null) {
    throw new ConfigError('CALLBACK_BASE_URL is not set. --listen needs the address that leads to its port.');
  }
  await demandConsent(costText({ language, exports: template !== null }), options, terminal);
  const { appSecret, reach } = config.project(options.project);
  const listener =
    port === null
      ? null
      : await listenForCallbacks(port, appSecret, (signature) => seen.callbackSignatures.push(signature));
  try {
    return await spend(localization, seen, {
      language,
      templateId: template?.id ?? null,
      callbackUrl: listener === null ? null : `${withoutSlash(config.callbackBaseUrl ?? '')}${listener.path}`,
      reach,
      pauseMs: config.minCheckIntervalMs,
      timeoutMs: options.timeout ?? DEFAULT_TIMEOUT_MS,
      log: (line) => terminal.info(line),
    });
  } finally {
    await listener?.close();
  }
}

/** The source language is skipped, because a task cannot translate into it. The termbase names it. */
async function firstLanguage(localization: LocalizationClient): Promise<string | null> {
  const languages = await retryThrottled(() => localization.languages()).catch(() => null);
  const terms = await retryThrottled(() => localization.queryTerms({ page: 1, page_size: 1 })).catch(
    () => null,
  );
  const source = terms?.data.source_language ?? 'en';
  return languages?.data.find(({ code }) => code !== source)?.code ?? null;
}

async function demandConsent(cost: string, { yes }: ProbeOptions, terminal: Terminal): Promise<void> {
  terminal.info(cost);
  if (yes === true) return;
  if (!isAttended()) throw new ConfigError('--spend needs a terminal to ask on, or --yes.');
  if (!(await promptYesNo('Go on?'))) throw new ConfigError('Nothing was created.');
}

function exitCodeOf(
  rows: readonly ProbeRow[],
  seen: Seen,
  services: Readonly<Record<'localization' | 'social', boolean>>,
): ExitCode {
  const isSilent = (['localization', 'social'] as const).some(
    (service) =>
      services[service] &&
      !seen.exchanges.some((exchange) => exchange.service === service && isSuccess(exchange)),
  );
  if (isSilent) return exitCode.service;
  const isOpen = rows.some(
    ({ verdict }) => verdict === 'differs, not handled' || verdict.startsWith('differs, set'),
  );
  return isOpen ? exitCode.gate : exitCode.done;
}

const table = new Table<ProbeRow>([
  { name: 'assumption', value: ({ id }) => id },
  { name: 'assumed', flexible: true },
  { name: 'observed', value: ({ observed }) => observed?.reading ?? observed?.what ?? '', flexible: true },
  'verdict',
  'setting',
]);

interface Report {
  assumptions: readonly ProbeRow[];
  missing: readonly string[];
  refusals: readonly string[];
  recorded: string | null;
}

/** Observations do not fit into a table row, so those that differ are listed below it. */
function reportText({ assumptions, missing, refusals, recorded }: Report): string {
  const seen = assumptions.filter(({ verdict }) => verdict !== 'not seen');
  const unseen = assumptions.length - seen.length;
  return joinedText(
    '\n',
    `${table.text(seen, {})}\n`,
    ...seen.map(
      ({ id, point, observed, verdict }) =>
        verdict !== 'holds' && `${id}, ${sentence(point)} Seen: ${sentence(observed?.what ?? '')}`,
    ),
    `${counted(unseen, 'assumption')} not seen: -o json lists all. docs/assumptions.md says what each reading means.`,
    ...missing.map((reason) => `Left out: ${sentence(reason)}`),
    ...refusals.map((reason) => `Refused: ${sentence(reason)}`),
    refusals.length > 0 &&
      'Run "locrelease doctor" to check addresses, credentials and the clock. Then probe again.',
    recorded !== null && `The transcript is in ${recorded}. Read it before you pass it on.`,
  );
}

function costText({ language, exports }: { language: string; exports: boolean }): string {
  return joinedText(
    '\n',
    `This creates one translation task with the string "Hello", in ${language}, and the service charges for it.`,
    'The create call is sent twice with the same client_task_id. A service that ignores it makes two tasks.',
    'The task is published: the string locrelease_probe appears in the project and stays there.',
    exports && 'The project is then exported in this language, twice. That changes nothing.',
    'Nothing is deleted and nothing is announced. The probe waits here until it is done.',
  );
}
