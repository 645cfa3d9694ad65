/** Parses the place of a store: a directory, or a bucket with the usual variables of S3 tools. */
import { resolve } from 'node:path';
import { baseUrlFault } from '../http/base-url';
import { headerCredentialFault, Secret, secretFault } from '../http/secret';
import { withoutSlash } from '../domain/text/without-slash';
import { ConfigError } from './config-error';

export interface BucketPlace {
  kind: 's3';
  bucket: string;
  /** The prefix of every key, without a slash at its end; may be empty. */
  prefix: string;
  /** The address of a server other than AWS; null: AWS. */
  endpoint: string | null;
  region: string;
  /** null: the client finds credentials in the places where all AWS tools do. */
  key: { id: string; secret: Secret; sessionToken: Secret | null } | null;
}

export type StorePlace = { kind: 'directory'; directory: string } | BucketPlace;

type Environment = Readonly<Record<string, string | undefined>>;

const USUAL = 'must be a directory, or s3://BUCKET/PREFIX';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Only characters that all servers read alike, and that need no escape in a URL. */
const PREFIX_PART = /^[A-Za-z0-9_=-][A-Za-z0-9._=-]*$/;
const REGION = /^[A-Za-z0-9-]{1,50}$/;

/** `variable` is the name of the variable or argument with the text, for messages. */
export function storePlace(
  text: string,
  variable: string,
  env: Environment = process.env,
  workingDirectory = process.cwd(),
): StorePlace {
  const [scheme] = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text) ?? [];
  if (scheme === undefined) return { kind: 'directory', directory: resolve(workingDirectory, text) };
  if (scheme !== 's3://') refuse(variable, USUAL);
  const [bucket = '', ...parts] = withoutSlash(text.slice(scheme.length)).split('/');
  if (!BUCKET.test(bucket)) refuse(variable, `${USUAL}: this is not a valid bucket name`);
  if (!parts.every((part) => PREFIX_PART.test(part)))
    refuse(
      variable,
      `${USUAL}: each part of the prefix is made of letters, digits, ".", "_", "=" and "-", and does not begin with a dot`,
    );
  return bucketPlace({ bucket, prefix: parts.join('/') }, env);
}

function bucketPlace(named: Pick<BucketPlace, 'bucket' | 'prefix'>, env: Environment): BucketPlace {
  // An empty variable counts as unset, as in every tool that reads them.
  const given = (name: string): string | null => (env[name] === '' ? null : (env[name] ?? null));
  const endpointName = given('AWS_ENDPOINT_URL_S3') === null ? 'AWS_ENDPOINT_URL' : 'AWS_ENDPOINT_URL_S3';
  const endpoint = given(endpointName);
  // Self-hosted servers mostly have no regions, and accept this name.
  const region = given('AWS_REGION') ?? (endpoint === null ? null : 'us-east-1');
  const accessKeyId = given('AWS_ACCESS_KEY_ID');
  const secretAccessKey = given('AWS_SECRET_ACCESS_KEY');
  const sessionToken = given('AWS_SESSION_TOKEN');
  if (region === null)
    return refuse('AWS_REGION', 'is not set. Set it to the region of the bucket, or set AWS_ENDPOINT_URL_S3');
  if (accessKeyId === null && secretAccessKey !== null)
    refuse('AWS_ACCESS_KEY_ID', 'is not set. A store in a bucket needs it');
  if (accessKeyId !== null && secretAccessKey === null)
    refuse('AWS_SECRET_ACCESS_KEY', 'is not set. A store in a bucket needs it');
  const faults: [string, string | null][] = [
    [endpointName, endpoint === null ? null : baseUrlFault(endpoint)],
    ['AWS_REGION', REGION.test(region) ? null : 'must be the name of a region, such as eu-central-1'],
    ['AWS_ACCESS_KEY_ID', accessKeyId === null ? null : headerCredentialFault(accessKeyId)],
    ['AWS_SECRET_ACCESS_KEY', secretAccessKey === null ? null : secretFault(secretAccessKey)],
    ['AWS_SESSION_TOKEN', sessionToken === null ? null : headerCredentialFault(sessionToken)],
  ];
  for (const [name, fault] of faults) if (fault !== null) refuse(name, fault);
  const key =
    accessKeyId === null || secretAccessKey === null
      ? null
      : {
          id: accessKeyId,
          secret: new Secret(secretAccessKey),
          sessionToken: sessionToken === null ? null : new Secret(sessionToken),
        };
  return { kind: 's3', ...named, endpoint: endpoint && withoutSlash(endpoint), region, key };
}

/** The message begins with the name of the faulty variable. */
function refuse(name: string, fault: string): never {
  throw new ConfigError(`${name} ${fault}.`);
}

/** Renders the place as LOCRELEASE_STORE would name it. */
export function storeText(place: StorePlace): string {
  if (place.kind === 'directory') return place.directory;
  return `s3://${place.bucket}${place.prefix === '' ? '' : `/${place.prefix}`}`;
}
