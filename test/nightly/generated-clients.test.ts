/**
 * Clients that others generate from the OpenAPI of a gateway, in TypeScript and in Python: each does a whole review.
 * The generators are brought into a directory of their own, so that they are no part of the project.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readConfig } from '../../src/config/config';
import type { Gateway } from '../../src/gateway/gateway';
import { startConsole, tokens } from '../support/console';
import { useScratch } from '../support/scratch';
import { ReleaseRig, reviewOnly, type ReleaseHandle } from '../workflows/release-rig';

const run = promisify(execFile);

const NPM_PACKAGES = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', 'tsx@4.23.15'];
const PYTHON_PACKAGE = 'openapi-python-client==0.29.1';

/** As strict as a program of somebody else may be. */
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom'],
  noEmit: true,
};

const typeScriptReview = `
import createClient from 'openapi-fetch';
import type { paths } from './locrelease.js';

const [baseUrl = '', token = '', project = '', name = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token } });
const release = { params: { path: { project, name } } };

async function listed() {
  const { data, error } = await client.GET('/api/releases/{project}/{name}/terms', release);
  if (data === undefined) throw new Error(error.message);
  return data;
}

const [first, second] = (await listed()).terms;
if (first === undefined || second === undefined) throw new Error('fewer than two terms');
await client.POST('/api/releases/{project}/{name}/terms/comment', {
  ...release,
  body: { termId: first.id, comment: 'a name' },
});
const edited = await client.POST('/api/releases/{project}/{name}/terms/edit', {
  params: { ...release.params, header: { 'idempotency-key': 'generated-1' } },
  body: { termIds: [first.id], edit: { score: 7, translations: { ja: 'ミラ' } } },
});
const removed = await client.POST('/api/releases/{project}/{name}/terms/delete', {
  ...release,
  body: { termIds: [second.id] },
});
const stale = await client.POST('/api/releases/{project}/{name}/terms/confirm', {
  ...release,
  body: { digest: 'f'.repeat(64) },
});
const { digest, terms } = await listed();
const confirmed = await client.POST('/api/releases/{project}/{name}/terms/confirm', { ...release, body: { digest } });
console.log(
  JSON.stringify({
    edited: edited.data?.total,
    deleted: removed.data?.total,
    refused: stale.error?.code,
    score: terms.find(({ id }) => id === first.id)?.score,
    confirmed: confirmed.data?.outcome,
  }),
);
`;

const pythonReview = `
import json
import sys

from locrelease_client import AuthenticatedClient
from locrelease_client.api.releases import comment_term, confirm_terms, delete_terms, edit_terms, terms
from locrelease_client.models import (
    CommentTermBody,
    ConfirmTermsBody,
    DeleteTermsBody,
    EditTermsBody,
    EditTermsBodyEdit,
    EditTermsBodyEditTranslations,
)

base_url, token, project, name = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token=token)
release = {"client": client, "project": project, "name": name}

first, second = terms.sync(**release).terms[:2]
comment_term.sync(**release, body=CommentTermBody(term_id=first.id, comment="a name"))
translations = EditTermsBodyEditTranslations.from_dict({"ja": "ミラ"})
edit = EditTermsBodyEdit(score=7, translations=translations)
edited = edit_terms.sync(
    **release, body=EditTermsBody(term_ids=[first.id], edit=edit), idempotency_key="generated-1"
)
removed = delete_terms.sync(**release, body=DeleteTermsBody(term_ids=[second.id]))
stale = confirm_terms.sync(**release, body=ConfirmTermsBody(digest="f" * 64))
page = terms.sync(**release)
confirmed = confirm_terms.sync(**release, body=ConfirmTermsBody(digest=page.digest))
print(
    json.dumps(
        {
            "edited": edited.total,
            "deleted": removed.total,
            "refused": stale.code,
            "score": next(term.score for term in page.terms if term.id == first.id),
            "confirmed": confirmed.outcome,
        }
    )
)
`;

const scratch = useScratch();
let rig: ReleaseRig;
let gateway: Gateway;
let description: string;

beforeAll(async () => {
  rig = await ReleaseRig.start({ minCheckInterval: '200ms' });
  gateway = await startConsole(rig.client, readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory));
  description = await (await fetch(`${gateway.url}/api/openapi.json`)).text();
});
afterAll(async () => {
  await gateway.close();
  await rig.close();
});

/** Each with terms of its own, which no termbase has yet. */
async function waitingForTerms(...names: string[]): Promise<ReleaseHandle> {
  const strings = names.map((name) => ({ string_id: name, content: `Nobody knows where ${name} sleeps.` }));
  const handle = await rig.release(reviewOnly, strings);
  await rig.waitingForTerms(handle);
  return handle;
}

const argumentsFor = ({ workflowId }: ReleaseHandle): string[] => [
  gateway.url,
  tokens.reviewer,
  rig.project,
  workflowId.split('/').at(-1) ?? '',
];

async function expectReviewed(handle: ReleaseHandle, printed: string): Promise<void> {
  const { edited, ...others } = JSON.parse(printed) as Record<string, unknown>;
  expect(others).toEqual({
    deleted: Number(edited) - 1,
    refused: 'terms_changed',
    score: 7,
    confirmed: 'confirmed',
  });
  await handle.result();
  const { state, decisions } = await rig.status(handle);
  expect(state).toBe('done');
  expect(decisions.map(({ by, what }) => `${by}: ${what}`)).toEqual([
    expect.stringMatching(/^reviewer: comment on /),
    'reviewer: confirm terms',
  ]);
}

it('does a review with a client generated for TypeScript', async () => {
  await scratch.write('openapi.json', description);
  await scratch.write('package.json', JSON.stringify({ private: true, type: 'module' }));
  await scratch.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['review.ts'] }));
  await scratch.write('review.ts', typeScriptReview);
  const options = { cwd: scratch.path() };
  await run('npm', ['install', '--no-audit', '--no-fund', ...NPM_PACKAGES, '@types/node@20'], options);
  await run('npx', ['openapi-typescript', 'openapi.json', '-o', 'locrelease.d.ts'], options);
  await run('npx', ['tsc', '-p', '.'], options);

  const handle = await waitingForTerms('Elder Mira', 'Captain Vane');
  const { stdout } = await run('npx', ['tsx', 'review.ts', ...argumentsFor(handle)], options);
  await expectReviewed(handle, stdout);
});

it('does a review with a client generated for Python', async () => {
  await scratch.write('openapi.json', description);
  await scratch.write('review.py', pythonReview);
  const options = { cwd: scratch.path() };
  await run('python3', ['-m', 'venv', 'python'], options);
  await run('python/bin/pip', ['install', '--quiet', PYTHON_PACKAGE], options);
  const settings = {
    content_type_overrides: { 'application/zip': 'application/octet-stream' },
    post_hooks: [],
  };
  await scratch.write('generator.json', JSON.stringify(settings));
  const generate = ['generate', '--path', 'openapi.json', '--output-path', 'generated'];
  const strictly = ['--config', 'generator.json', '--fail-on-warning'];
  await run('python/bin/openapi-python-client', [...generate, ...strictly], options);

  const handle = await waitingForTerms('Crystal Keep', 'Dragon Sword');
  const { stdout } = await run('python/bin/python', ['review.py', ...argumentsFor(handle)], {
    ...options,
    env: { ...process.env, PYTHONPATH: 'generated', PYTHONIOENCODING: 'utf-8' },
  });
  await expectReviewed(handle, stdout);
});
