/** The objects of a kustomization as the tests look at them, once they have passed the checks of an API server. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { RENDER_MANIFESTS_VARIABLE } from './render-manifests';

const labels = z.record(z.string(), z.string());
const metadata = z.object({ name: z.string(), namespace: z.string().optional(), labels: labels.optional() });
const selector = z.object({ matchLabels: labels });

const variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .object({
      secretKeyRef: z
        .object({ name: z.string(), key: z.string(), optional: z.boolean().optional() })
        .optional(),
      fieldRef: z.object({ fieldPath: z.string() }).optional(),
    })
    .optional(),
});
const probe = z.looseObject({
  httpGet: z.object({ path: z.string(), port: z.string() }).optional(),
  tcpSocket: z.object({ port: z.string() }).optional(),
});
const container = z.object({
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.array(z.string()) }) }) }).optional(),
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()).default([]),
  env: z.array(variable).default([]),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.object({ requests: labels, limits: labels }),
  securityContext: z.unknown(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
});

const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata,
  spec: z.object({
    replicas: z.number().optional(),
    selector,
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.looseObject({
        containers: z.tuple([container]),
        securityContext: z.unknown(),
        terminationGracePeriodSeconds: z.number().optional(),
        affinity: z.unknown().optional(),
        volumes: z
          .array(z.object({ name: z.string(), emptyDir: z.object({ sizeLimit: z.string() }).optional() }))
          .default([]),
      }),
    }),
  }),
});
export type Deployment = z.output<typeof deployment>;

const other = z.discriminatedUnion('kind', [
  deployment,
  z.object({ kind: z.literal('ConfigMap'), metadata, data: labels }),
  z.object({ kind: z.literal('Secret'), metadata, data: labels }),
  z.object({
    kind: z.literal('Service'),
    metadata,
    spec: z.object({ selector: labels, ports: z.array(z.object({ targetPort: z.string() })) }),
  }),
  z.object({ kind: z.literal('PodDisruptionBudget'), metadata, spec: z.looseObject({ selector }) }),
  z.object({ kind: z.literal('NetworkPolicy'), metadata, spec: z.looseObject({ podSelector: selector }) }),
  z.object({
    kind: z.literal('ScaledObject'),
    metadata,
    spec: z.strictObject({
      scaleTargetRef: z.strictObject({ name: z.string() }),
      minReplicaCount: z.number(),
      maxReplicaCount: z.number(),
      cooldownPeriod: z.number(),
      triggers: z.array(z.strictObject({ type: z.literal('temporal'), metadata: labels })),
    }),
  }),
  z.object({ kind: z.literal('Ingress'), metadata }),
  z.object({ kind: z.literal('Namespace'), metadata }),
  z.object({ kind: z.literal('PersistentVolumeClaim'), metadata }),
]);
export type Manifest = z.output<typeof other>;

/** Fails with what an API server would complain of. */
export async function rendered(directory: string): Promise<Manifest[]> {
  const tool = process.env[RENDER_MANIFESTS_VARIABLE] ?? '';
  const { stdout } = await promisify(execFile)(tool, [directory], { maxBuffer: 16 * 1024 * 1024 });
  return z.array(other).parse(JSON.parse(stdout));
}

export function ofKind<Kind extends Manifest['kind']>(
  manifests: readonly Manifest[],
  kind: Kind,
): Extract<Manifest, { kind: Kind }>[] {
  return manifests.filter((one): one is Extract<Manifest, { kind: Kind }> => one.kind === kind);
}

export const containerOf = ({ spec }: Deployment): z.output<typeof container> =>
  spec.template.spec.containers[0];
