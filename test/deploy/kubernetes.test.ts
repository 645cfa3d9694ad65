import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { MAX_FILE_BYTES } from '../../src/activities/export-files';
import { LIMITS } from '../../src/gateway/budget';
import { ENDS_WITHIN_MS } from '../../src/health/end-in-time';
import { queueOfRole, workerRoles } from '../../src/domain/worker-roles';
import { readConfig } from '../../src/config/config';
import { sandboxProfile } from '../../src/sandbox/profile';
import { temporalAddress } from '../../src/temporal/connect-client';
import { describeWithTool } from '../support/go-tool';
import { knownVariables } from '../support/known-variables';
import { containerOf, ofKind, rendered, type Deployment, type Manifest } from './manifests';
import { RENDER_MANIFESTS_VARIABLE } from './render-manifests';

const PROJECT = resolve(__dirname, '../..');
const KUBERNETES = join(PROJECT, 'deploy/kubernetes');
const overlays = ['sandbox', 'production'] as const;

const isOurs = ({ metadata }: Manifest): boolean =>
  metadata.labels?.['app.kubernetes.io/name'] === 'locrelease';
const component = ({ metadata }: Manifest): string => metadata.labels?.['app.kubernetes.io/component'] ?? '';
const selects = (selector: Record<string, string>, { spec }: Deployment): boolean =>
  Object.entries(selector).every(([name, value]) => spec.template.metadata.labels[name] === value);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);
const bytesOf = (quantity: string): number =>
  Number.parseInt(quantity) * (quantity.endsWith('Gi') ? 1024 ** 3 : 1024 ** 2);

describeWithTool(RENDER_MANIFESTS_VARIABLE)('the manifests for Kubernetes', () => {
  const manifests = new Map<string, Manifest[]>();
  let scratch: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'locrelease-manifests-'));
    for (const name of overlays) manifests.set(name, await rendered(join(KUBERNETES, 'overlays', name)));
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  const deployments = (overlay: string): Deployment[] =>
    ofKind(manifests.get(overlay) ?? [], 'Deployment').filter(isOurs);
  const deploymentOf = (overlay: string, role: string): Deployment => {
    const [found, ...more] = deployments(overlay).filter((one) => component(one) === role);
    if (found === undefined || more.length > 0) throw new Error(`${overlay} has not one ${role}`);
    return found;
  };
  /** The settings that both processes get from the overlay. */
  const settings = (overlay: string): Record<string, string> =>
    ofKind(manifests.get(overlay) ?? [], 'ConfigMap').find(({ metadata }) =>
      metadata.name.startsWith('locrelease-settings-'),
    )?.data ?? {};

  /** A copy of all of it, with a kustomization of its own in it. */
  async function variant(name: string, kustomization: string): Promise<string> {
    const root = join(scratch, name);
    await cp(KUBERNETES, root, { recursive: true });
    await mkdir(join(root, 'overlays', name));
    await writeFile(join(root, 'overlays', name, 'kustomization.yaml'), kustomization);
    return join(root, 'overlays', name);
  }

  describe.each(overlays)('of %s', (overlay) => {
    it('has two gateways, workers and one namespace', () => {
      expect(deploymentOf(overlay, 'gateway').spec.replicas).toBe(2);
      expect(containerOf(deploymentOf(overlay, 'gateway')).args).toEqual(['gateway']);
      expect(containerOf(deploymentOf(overlay, 'worker')).args).toEqual(['worker']);
      const namespaces = (manifests.get(overlay) ?? [])
        .filter(({ kind }) => kind !== 'Namespace')
        .map(({ metadata }) => metadata.namespace);
      expect(new Set(namespaces).size).toBe(1);
    });

    it('lets our processes change nothing but their volumes, and gain no rights', () => {
      for (const one of ofKind(manifests.get(overlay) ?? [], 'Deployment')) {
        expect(one.spec.template.spec).toMatchObject({
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        });
        expect(containerOf(one).securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(Object.keys(containerOf(one).resources.limits)).toContain('memory');
      }
    });

    it('asks for health at ports that there are', () => {
      for (const one of deployments(overlay)) {
        const { startupProbe, livenessProbe, readinessProbe, ports } = containerOf(one);
        for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
          if (probe === undefined) continue;
          const port = probe.httpGet?.port ?? probe.tcpSocket?.port;
          expect(ports.map(({ name }) => name)).toContain(port);
        }
      }
      for (const role of ['worker', 'gateway']) {
        const { livenessProbe, readinessProbe } = containerOf(deploymentOf(overlay, role));
        const paths = [livenessProbe?.httpGet?.path, readinessProbe?.httpGet?.path];
        expect([role, ...paths]).toEqual([role, '/healthz', '/readyz']);
      }
    });

    it('gives each process more room and time than it may take', () => {
      const roomOf = (role: string, name: string): number =>
        bytesOf(
          deploymentOf(overlay, role).spec.template.spec.volumes.find((volume) => volume.name === name)
            ?.emptyDir?.sizeLimit ?? '0',
        );
      expect(roomOf('gateway', 'tmp')).toBeGreaterThan(LIMITS.operator.all.bytes);
      expect(roomOf('worker', 'tmp')).toBeGreaterThan(MAX_FILE_BYTES);
      expect(roomOf('worker', 'releases')).toBeGreaterThan(MAX_FILE_BYTES);
      for (const role of ['worker', 'gateway'] as const) {
        const { resources, lifecycle, env } = containerOf(deploymentOf(overlay, role));
        const volumes = ['tmp', 'releases'].map((name) => roomOf(role, name));
        expect(bytesOf(resources.limits['ephemeral-storage'] ?? '0')).toBeGreaterThan(sumOf(volumes));
        const { terminationGracePeriodSeconds: graceSeconds = 0 } = deploymentOf(overlay, role).spec.template
          .spec;
        const before = Number(lifecycle?.preStop.exec.command.at(-1) ?? 0);
        expect(graceSeconds).toBeGreaterThanOrEqual(before + ENDS_WITHIN_MS[role] / 1000 + 5);
        const memory = env.find(({ name }) => name === 'LOCRELEASE_WORKER_MEMORY')?.value;
        if (role === 'gateway') continue;
        const { workerMemoryMb } = readConfig({ LOCRELEASE_WORKER_MEMORY: memory }, scratch);
        expect(bytesOf(resources.limits.memory ?? '0')).toBeGreaterThanOrEqual(
          1.5 * workerMemoryMb * 1024 ** 2,
        );
      }
    });

    it('puts workers on different nodes where it can', () => {
      const worker = deploymentOf(overlay, 'worker');
      const { matchLabels } = worker.spec.selector;
      expect(worker.spec.template.spec.affinity).toMatchObject({
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels } } },
          ],
        },
      });
    });

    it('sets only variables that are read', () => {
      // Read by Temporal's own library; what it makes of them is the matter of another test.
      const known = new Set([...knownVariables(PROJECT), 'TEMPORAL_API_KEY']);
      const set = [
        ...Object.keys(settings(overlay)),
        ...deployments(overlay).flatMap((one) => containerOf(one).env.map(({ name }) => name)),
      ];
      expect(set.filter((name) => !known.has(name))).toEqual([]);
    });

    it('has settings and a configuration file that the program accepts', async () => {
      const file = ofKind(manifests.get(overlay) ?? [], 'ConfigMap').find(({ metadata }) =>
        metadata.name.startsWith('locrelease-config-'),
      );
      const path = join(scratch, `${overlay}.config.yaml`);
      await writeFile(path, file?.data['locrelease.config.yaml'] ?? '');
      for (const role of ['worker', 'gateway']) {
        const { labels } = deploymentOf(overlay, role).spec.template.metadata;
        const plain = containerOf(deploymentOf(overlay, role)).env.flatMap(
          ({ name, value, valueFrom }): [string, string][] => {
            const [, label = ''] =
              /^metadata\.labels\['(.+)'\]$/.exec(valueFrom?.fieldRef?.fieldPath ?? '') ?? [];
            const given = value ?? labels[label];
            return given === undefined ? [] : [[name, given]];
          },
        );
        const secrets = { AWS_ACCESS_KEY_ID: 'an-id', AWS_SECRET_ACCESS_KEY: 'a-secret' };
        const env = {
          ...settings(overlay),
          ...Object.fromEntries(plain),
          ...secrets,
          LOCRELEASE_CONFIG: path,
        };
        expect(() => readConfig(env, scratch)).not.toThrow();
      }
    });

    it('mounts every place that is written to', () => {
      const mounts = (role: string): string[] =>
        containerOf(deploymentOf(overlay, role)).volumeMounts.map(({ mountPath }) => mountPath);
      for (const role of ['worker', 'gateway'])
        expect(mounts(role)).toEqual(expect.arrayContaining(['/tmp']));
      expect(mounts('worker')).toContain('/releases');
      const store = settings(overlay).LOCRELEASE_STORE ?? '';
      if (store.startsWith('s3://')) return;
      for (const role of ['worker', 'gateway']) expect(mounts(role)).toContain(store);
    });

    it('selects what there is: services, budgets, and policies', () => {
      const all = manifests.get(overlay) ?? [];
      const pods = ofKind(all, 'Deployment');
      const selectors = [
        ...ofKind(all, 'Service').map(({ spec }) => spec.selector),
        ...ofKind(all, 'PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
        ...ofKind(all, 'NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
      ];
      expect(selectors.length).toBeGreaterThan(2);
      for (const selector of selectors) expect(pods.some((pod) => selects(selector, pod))).toBe(true);
      for (const { spec } of ofKind(all, 'Service')) {
        const chosen = pods.filter((pod) => selects(spec.selector, pod)).map(containerOf);
        const names = chosen.flatMap(({ ports }) => ports.map(({ name }) => name));
        for (const { targetPort } of spec.ports) expect(names).toContain(targetPort);
      }
      for (const role of ['worker', 'gateway'])
        expect(ofKind(all, 'PodDisruptionBudget').filter((one) => component(one) === role)).toHaveLength(1);
    });

    it('runs the version of the package', async () => {
      const { version } = z
        .object({ version: z.string() })
        .parse(JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')));
      for (const one of deployments(overlay)) expect(containerOf(one).image).toMatch(`locrelease:${version}`);
    });
  });

  it('give worker and gateway the secrets that docker-compose.yml gives them, and by reference', async () => {
    const compose = z
      .object({ services: z.record(z.string(), z.object({ environment: z.looseObject({}).default({}) })) })
      .parse(parse(await readFile(join(PROJECT, 'docker-compose.yml'), 'utf8'), { merge: true }));
    for (const role of ['worker', 'gateway']) {
      const { env } = containerOf(deploymentOf('production', role));
      const secrets = Object.keys(compose.services[role]?.environment ?? {}).filter((name) =>
        /SECRET|TOKEN|KEY|SMTP_URL/.test(name),
      );
      const referred = env.flatMap(({ name, valueFrom }) =>
        valueFrom?.secretKeyRef === undefined ? [] : name,
      );
      expect(referred.sort()).toEqual([...secrets, 'TEMPORAL_API_KEY'].sort());
      for (const { name, valueFrom } of env) {
        if (valueFrom?.secretKeyRef === undefined) continue;
        expect(valueFrom.secretKeyRef).toMatchObject({ name: 'locrelease', key: name });
      }
    }
    expect(ofKind(manifests.get('production') ?? [], 'Secret')).toEqual([]);
  });

  it('let the sandbox have the credentials that it accepts, and no others', () => {
    const [secret] = ofKind(manifests.get('sandbox') ?? [], 'Secret');
    const held = Object.fromEntries(
      Object.entries(secret?.data ?? {}).map(([name, value]) => [
        name,
        Buffer.from(value, 'base64').toString(),
      ]),
    );
    const profile = sandboxProfile.parse({});
    const [project] = profile.projects;
    expect(held).toMatchObject({
      LOCALIZATION_APP_KEY: project?.appKey,
      LOCALIZATION_APP_SECRET: project?.appSecret,
    });
    expect(profile.workspace.credentials.map(({ token }) => token)).toContain(held.SOCIAL_ACCESS_TOKEN);
  });

  it('run two versions of the workers side by side, each with its own name, build and backlog', async () => {
    const directory = await variant(
      'upgrade',
      `namespace: locrelease
resources: [../../base, ../production/v1-0-0, ../production/v1-1-0]
`,
    );
    const versions = join(directory, '../production');
    const text = await readFile(join(versions, 'v1-0-0/kustomization.yaml'), 'utf8');
    await mkdir(join(versions, 'v1-1-0'));
    await writeFile(
      join(versions, 'v1-1-0/kustomization.yaml'),
      text.replaceAll('v1-0-0', 'v1-1-0').replaceAll('1.0.0', '1.1.0'),
    );
    const both = await rendered(directory);
    const workers = ofKind(both, 'Deployment').filter((one) => component(one) === 'worker');
    expect(workers.map(({ metadata }) => metadata.name).sort()).toEqual([
      'locrelease-worker-v1-0-0',
      'locrelease-worker-v1-1-0',
    ]);
    for (const worker of workers) {
      expect(workers.filter((other) => selects(worker.spec.selector.matchLabels, other))).toEqual([worker]);
      expect(worker.spec.replicas).toBeUndefined();
      const build = containerOf(worker).env.find(({ name }) => name === 'LOCRELEASE_BUILD_ID');
      expect(build?.valueFrom?.fieldRef?.fieldPath).toBe("metadata.labels['app.kubernetes.io/version']");
      const version = worker.spec.template.metadata.labels['app.kubernetes.io/version'];
      const scaled = ofKind(both, 'ScaledObject').find(
        ({ spec }) => spec.scaleTargetRef.name === worker.metadata.name,
      );
      const { LOCRELEASE_TASK_QUEUE = '' } = settings('production');
      expect(scaled?.spec.triggers.map(({ metadata: watched }) => watched)).toEqual(
        workerRoles.map((role): unknown =>
          expect.objectContaining({
            taskQueue: queueOfRole(LOCRELEASE_TASK_QUEUE, role),
            workerDeploymentName: 'locrelease',
            workerDeploymentBuildId: version,
          }),
        ),
      );
    }
    const maps = ofKind(both, 'ConfigMap').map(({ metadata }) => metadata.name);
    for (const one of workers)
      for (const { configMapRef } of containerOf(one).envFrom) expect(maps).toContain(configMapRef.name);
  });

  it('show Temporal a certificate with the component for it', async () => {
    const directory = await variant(
      'mtls',
      `namespace: locrelease
resources: [../../base, ../../worker]
components: [../../components/temporal-mtls]
`,
    );
    for (const one of ofKind(await rendered(directory), 'Deployment')) {
      const { env, volumeMounts } = containerOf(one);
      const paths = env.filter(({ name }) => name.startsWith('TEMPORAL_TLS_'));
      expect(paths).toHaveLength(2);
      for (const { value = '' } of paths) {
        expect(volumeMounts.some(({ mountPath }) => value.startsWith(`${mountPath}/`))).toBe(true);
      }
      // The names are those that are read: files that are not there are missed.
      const given = Object.fromEntries(paths.map(({ name, value = '' }) => [name, value]));
      expect(() => temporalAddress(given)).toThrow(/temporal-tls/);
    }
  });

  it.each([
    ['a misspelt field', '{ op: add, path: /spec/template/spec/hostnam, value: x }', /unknown field/],
    [
      'a volume that is not there',
      '{ op: remove, path: /spec/template/spec/volumes/0 }',
      /Not found: "config"/,
    ],
    [
      'a selector that selects others',
      '{ op: add, path: /spec/selector/matchLabels/x, value: y }',
      /selector/,
    ],
  ])('are refused with %s', async (name, patch, complaint) => {
    const directory = await variant(
      name.replaceAll(' ', '-'),
      `resources: [../../base]
patches:
  - target: { kind: Deployment, name: locrelease-gateway }
    patch: |-
      - ${patch}
`,
    );
    await expect(rendered(directory)).rejects.toThrow(complaint);
  });
});
