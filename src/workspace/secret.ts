import { glob } from '../lib/glob.ts';

/** Names that hold keys and passwords, as gitignore patterns: they match at any depth. */
export const secretGlobs: readonly string[] = [
  '.env',
  '.env.*',
  '*.env',
  '.envrc',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  '*.kdbx',
  '*.ppk',
  '*.tfvars',
  '*.tfstate',
  'id_rsa*',
  'id_dsa*',
  'id_ecdsa*',
  'id_ed25519*',
  'credentials*',
  '.credentials*',
  '*-credentials.json',
  '*_credentials.json',
  'client_secret*.json',
  'service-account*.json',
  'service_account*.json',
  'secrets.*',
  '.secrets*',
  '.npmrc',
  '.netrc',
  '_netrc',
  '.pypirc',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.dockercfg',
  '.git-credentials',
  '.vault-token',
  '.boto',
  '.s3cfg',
  '.ssh',
  '.aws',
  '.azure',
  '.gcloud',
  '.gnupg',
  '.kube',
  '.docker',
  // Templates, public keys and source files about such things hold no secret.
  '!.env.example',
  '!.env.sample',
  '!.env.template',
  '!.env.dist',
  '!*.pub',
  '!{credentials,secrets}*.{c,cc,cpp,cs,ex,go,h,hpp,java,js,jsx,kt,md,mjs,php,py,rb,rs,rst,scala,swift,ts,tsx}',
].flatMap(expand);

/** Gitignore has no braces. */
function expand(pattern: string): string[] {
  const braces = /\{([^}]*)\}/.exec(pattern);
  if (braces?.[1] === undefined) return [pattern];
  return braces[1].split(',').flatMap((choice) => expand(pattern.replace(braces[0], choice)));
}

const secret = secretGlobs.filter((pattern) => !pattern.startsWith('!')).map((pattern) => glob(pattern));
const harmless = secretGlobs.filter((pattern) => pattern.startsWith('!')).map((pattern) => glob(pattern.slice(1)));

/** Whether a file or a folder above it has a name that is used for keys and passwords. */
export function looksSecret(path: string): boolean {
  return path.split('/').some((name) => {
    const folded = name.toLowerCase();
    return secret.some((matches) => matches(folded)) && !harmless.some((matches) => matches(folded));
  });
}
