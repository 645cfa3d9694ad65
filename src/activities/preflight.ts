/** Looks at everything that a release will need later, before anything is created or paid for. Reads only. */
import { cancellationSignal } from '@temporalio/activity';
import type { LocalizationClient } from '../localization/client';
import { localizationRemedy } from '../localization/remedies';
import type { Template } from '../localization/schemas';
import type { WorkerSettings } from '../release/record';
import type { ReleaseSpec } from '../release/spec';
import type { SocialClient } from '../social/client';
import { socialRemedy } from '../social/remedies';
import type { Account } from '../social/schemas';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';

export interface PreflightResult {
  /** What would stop the release later, one sentence each, with how to mend it. */
  findings: string[];
  settings: WorkerSettings;
}

export function preflightActivities(dependencies: ActivityDependencies) {
  const { localization, social, callbackUrl, minCheckIntervalMs } = dependencies;
  return {
    async preflight({ spec }: { spec: ReleaseSpec }): Promise<PreflightResult> {
      const client = localization(spec.project);
      const languages = await checkLanguages(client, spec);
      const template = await checkTemplate(client, spec);
      const accounts = await checkAnnouncement(social, spec);
      return {
        findings: [...languages, ...template.findings, ...accounts.findings],
        settings: {
          minCheckIntervalMs,
          callbacks: callbackUrl({ kind: 'release', project: spec.project, name: spec.name }) !== null,
          templateId: template.id,
          accounts: accounts.targets,
        },
      };
    },
  };
}

const fromLocalization = { remedyOf: localizationRemedy, repeatable: true };
const fromSocial = { remedyOf: socialRemedy, repeatable: true };

async function checkLanguages(client: LocalizationClient, spec: ReleaseSpec): Promise<string[]> {
  const { data } = await remedied(fromLocalization, () => client.languages({ signal: cancellationSignal() }));
  const supported = new Set(data.map(({ code }) => code));
  return [...spec.targetLanguages, ...spec.supplementLanguages]
    .filter((language) => !supported.has(language))
    .map(
      (language) =>
        `The localization service does not support the language ${language}: take it out of the release file.`,
    );
}

async function checkTemplate(
  client: LocalizationClient,
  spec: ReleaseSpec,
): Promise<{ id: string | null; findings: string[] }> {
  if (spec.export === undefined) return { id: null, findings: [] };
  const wanted = spec.export.template;
  const { data } = await remedied(fromLocalization, () =>
    client.listTemplates({ type: 'project_strings' }, { signal: cancellationSignal() }),
  );
  const finding = (text: string) => ({ id: null, findings: [text] });
  const named = data.templates.filter(({ id, name }: Template) => id === wanted || name === wanted);
  const template = named.find(({ id }) => id === wanted) ?? named[0];
  if (template === undefined) {
    return finding(`There is no export template ${wanted} in the project: create it, or name another one.`);
  }
  if (template.id !== wanted && named.length > 1) {
    return finding(
      `${named.length} export templates are called ${wanted}: name one by its id (${named.map(({ id }) => id).join(', ')}).`,
    );
  }
  if (template.format !== 'ini') {
    return finding(
      `Export template ${wanted} has the format ${template.format}: it must be an ini template.`,
    );
  }
  return { id: template.id, findings: [] };
}

async function checkAnnouncement(
  social: () => SocialClient,
  { announce }: ReleaseSpec,
): Promise<{ targets: WorkerSettings['accounts']; findings: string[] }> {
  if (announce === undefined) return { targets: [], findings: [] };
  const client = social();
  const signal = cancellationSignal();
  const { data: context } = await remedied(fromSocial, () => client.workspace({ signal }));
  const { data } = await remedied(fromSocial, () => client.accounts({ signal }));
  const findings: string[] = [];
  const wanted: Account[] = [];
  for (const id of announce.accounts) {
    const account = data.accounts.find((candidate) => candidate.id === id);
    if (account === undefined)
      findings.push(`There is no account ${id} in the workspace: connect it, or name another one.`);
    else wanted.push(account);
  }
  for (const platform of announce.platforms) {
    const accounts = data.accounts.filter(
      (account) => account.platform === platform && account.canPublish && account.status !== 'expired',
    );
    if (accounts.length === 0)
      findings.push(
        `No account of the workspace can publish on ${platform}: connect one in the application.`,
      );
    wanted.push(...accounts.filter((account) => !wanted.includes(account)));
  }
  for (const { id, handle, canPublish, isManual, status } of wanted) {
    if (isManual || !canPublish)
      findings.push(
        `The service cannot publish for account ${id} (${handle}): leave it out of the announcement.`,
      );
    else if (status === 'expired')
      findings.push(
        `The authorization of account ${id} (${handle}) has expired: authorize it again in the application.`,
      );
  }
  if (announce.postId !== undefined) findings.push(...(await checkPreparedPost(client, announce.postId)));
  const { allowedActions } = context.credential;
  if (allowedActions.length > 0 && !allowedActions.includes('publish')) {
    findings.push(
      `The credential may only ${allowedActions.join(', ')}, not publish: allow it in the application's integration settings.`,
    );
  }
  const quota = context.quotas.scheduledThisMonth;
  if (quota && quota.left <= 0) {
    findings.push(
      `The plan's ${quota.limit} scheduled posts of this month are used up: raise the plan, or announce next month.`,
    );
  }
  return { targets: wanted.map(({ id, platform }) => ({ id, platform })), findings };
}

async function checkPreparedPost(client: SocialClient, postId: string): Promise<string[]> {
  const { data } = await remedied(fromSocial, () => client.post(postId, { signal: cancellationSignal() }));
  return data.status === 'draft' || data.status === 'scheduled'
    ? []
    : [`Post ${postId} is ${data.status}, not a draft: prepare a new one in the application.`];
}
