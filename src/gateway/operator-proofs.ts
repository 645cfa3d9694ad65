/** Proof of what signed-in operators say: added to what they say here, and given to commands that carry their token. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import type { Role } from '../domain/roles';
import type { OperatorProof } from '../domain/release-input';
import { proofOf, type Statement } from '../localization/operator-proof';
import type { Speaker } from '../mcp/tool';
import { proofRequest, type ProvenSpeaker } from '../protocol/proof-request';
import { requireRole } from './bearer';
import { ApiRefusal } from './console-api/api-refusal';

type Projects = Pick<Config, 'project' | 'projectNames'>;

const roleFor: Readonly<Record<Statement['what'], Role>> = { start: 'operate', confirm: 'review' };

/** Empty for a project of others, whose secret is not here. */
export function proven(config: Projects, statement: Statement): { proof?: OperatorProof } {
  const { project } = statement.release;
  if (!config.projectNames.includes(project)) return {};
  return { proof: proofOf(config.project(project).appSecret, statement, Date.now()) };
}

export function mountProofs(
  scope: FastifyInstance,
  config: Projects,
  speakerOf: (request: FastifyRequest) => Speaker,
): void {
  scope.post('/proofs', (request): ProvenSpeaker => {
    const speaker = speakerOf(request);
    const { data: asked } = proofRequest.safeParse(request.body);
    if (asked === undefined) throw new ApiRefusal(400, 'bad-request', 'This is not a valid proof request.');
    requireRole(speaker, roleFor[asked.what]);
    const { proof } = proven(config, { ...asked, by: speaker.name });
    if (proof !== undefined) return { by: speaker.name, proof };
    const message = `The gateway does not know the project ${asked.release.project}.`;
    throw new ApiRefusal(404, 'not-there', message);
  });
}
