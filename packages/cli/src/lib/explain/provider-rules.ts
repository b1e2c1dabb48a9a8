import { type Rule, member, readProviderId, variable } from './rule.ts'

const NETWORK = ['OAuthSignInError', 'OAuthCallbackError', 'AuthError', 'EmailSignInError']
const ISSUER = 'docs/openid-connect.md#with-discovery'

/** Faults of a provider, and of the connection to it. */
export const PROVIDER_RULES: readonly Rule[] = [
  {
    id: 'client-secret',
    when: /\b(?:invalid_client|incorrect_client_credentials|unauthorized_client)\b/,
    cause: (_, entry) =>
      `"${readProviderId(entry)}" knows the client id, and refuses the secret: it is wrong, expired, or of another client.`,
    fix: (_, entry) =>
      `Compare client id and client secret with the console of the service, and set ${variable(entry, 'ID')} and ${variable(entry, 'SECRET')} again, without quotes or spaces. Restart the application.`,
    docs: 'docs/errors.md#oauthcallbackerror',
  },
  {
    id: 'redirect-uri',
    when: /\bredirect[_-]uri(?:_mismatch)?\b.*?(?:mismatch|invalid|not|registered)|\bredirect_uri_mismatch\b/i,
    cause: 'The redirect URI is not the one that is registered at the service.',
    fix: (_, entry) =>
      `Register <address>/callback/${readProviderId(entry)} at the service, letter by letter: scheme, host, port and path. "latchstring doctor --url" prints it for a deployment.`,
    docs: 'docs/deployment.md#if-it-does-not-work',
  },
  {
    id: 'code-refused',
    when: /\binvalid_grant\b/,
    cause:
      'The service refused the code: it was used before, has expired, or was made for another redirect URI.',
    fix: 'A code can be used once, within a minute: the page was reloaded, or the answer took too long. If it happens each time, compare AUTH_URL of the instance that started with that of the one that finishes.',
    docs: 'docs/errors.md#oauthcallbackerror',
  },
  {
    id: 'cancelled',
    when: /\berror"?: ?["']?(?:access_denied|user_cancelled|consent_required|login_required)\b/,
    cause: 'The person cancelled at the service, or the service did not let them continue.',
    fix: 'Nothing to do, unless it happens to all users: then look at the console of the service for the users that the application admits.',
    docs: 'docs/errors.md#oauthcallbackerror',
  },
  {
    id: 'cancelled',
    // Expected failures are logged in one line without causes; the only one with this code is a cancelled sign-in.
    when: /\[auth\]\[info\] OAuthCallbackError:/,
    cause: 'The person cancelled at the service.',
    fix: 'Nothing to do, unless it happens to all users: then look at the console of the service for the users that the application admits.',
    docs: 'docs/errors.md#oauthcallbackerror',
  },
  {
    id: 'scope',
    when: /\binvalid_scope\b/,
    cause:
      'The service does not know a scope that was asked for, or does not allow it to this client.',
    fix: 'Remove the scope from `authorization.params.scope`, or enable it in the console of the service.',
    docs: 'docs/errors.md#oauthcallbackerror',
  },
  {
    id: 'clock',
    when: /ID token of "[^"]*" (was issued (\d+) seconds in the future|expired (\d+) seconds ago)/,
    cause: (fact) =>
      fact[2] === undefined
        ? `The clock of this server is ahead of that of the service, by ${member(fact, 3)} seconds and the lifetime of the token.`
        : `The clock of this server is behind that of the service, by ${fact[2]} seconds.`,
    fix: 'Set the clock of this server by a time service: timedatectl set-ntp true. In a virtual machine or container it is the clock of the host.',
    docs: 'docs/errors.md#oauthcallbackerror',
  },
  {
    id: 'issuer-not-found',
    when: /(https?:\/\/\S+) did not answer with a discovery document \(HTTP (\d+)\)/,
    cause: (fact) =>
      `${member(fact)} responds with status ${member(fact, 2)}, and not with a discovery document.`,
    fix: (_, entry) =>
      `Correct ${variable(entry, 'ISSUER')}: it is the part before /.well-known/openid-configuration of an address that a browser can open.`,
    docs: ISSUER,
  },
  {
    id: 'issuer-differs',
    when: /issuer is configured as ("[^"]*"), but its discovery document says ("[^"]*")/,
    cause: (fact) =>
      `The issuer is configured as ${member(fact)}, and the service calls itself ${member(fact, 2)}.`,
    fix: (fact, entry) =>
      `Write ${variable(entry, 'ISSUER')}=${member(fact, 2).replaceAll('"', '')}; a slash at the end counts.`,
    docs: ISSUER,
  },
  {
    id: 'provider-insecure',
    when: /(http:\/\/\S+) is (?:on this machine, over http|not https)/,
    cause: (fact) => `${member(fact)} is asked over http, which production refuses.`,
    fix: 'Use an issuer with https. On this machine, in tests alone, set AUTH_INSECURE_LOOPBACK=true.',
    docs: ISSUER,
  },
  {
    id: 'certificate',
    when: /\b(?:self[- ]signed certificate|SELF_SIGNED_CERT\w*|UNABLE_TO_\w*CERT\w*|unable to verify the first certificate|certificate has expired|CERT_HAS_EXPIRED)/i,
    cause: (fact) => `The certificate of the other server is not accepted: ${member(fact, 0)}.`,
    fix: 'Give Node.js the certificate of the authority that issued it: NODE_EXTRA_CA_CERTS=/path/to/ca.pem. Never switch the check off.',
    docs: 'docs/openid-connect.md#endpoints-inside-a-network',
  },
  {
    id: 'name-not-found',
    when: /\b(?:getaddrinfo )?(?:ENOTFOUND|EAI_AGAIN)(?: ([\w.-]+))?/,
    cause: (fact) =>
      `DNS does not know the name ${fact[1] ?? 'of the other server'} where this server is.`,
    fix: 'Correct the host in the variable that has it. In a container, look whether DNS works there: getent hosts NAME.',
    docs: 'docs/openid-connect.md#endpoints-inside-a-network',
  },
  {
    id: 'provider-down',
    codes: NETWORK,
    when: /\b(?:answered|status|HTTP)\W{0,3}(5\d\d)\b/,
    cause: (fact, entry) =>
      `"${readProviderId(entry)}" failed itself, with status ${member(fact)}.`,
    fix: 'Wait, and look at the status page of the service. Nothing has to be changed here.',
    docs: 'docs/errors.md#oauthcallbackerror',
  },
]

/** Faults of connections, after all other rules. */
export const UNREACHABLE: Rule = {
  id: 'provider-unreachable',
  codes: NETWORK,
  when: /(https?:\/\/[^\s/]+)?\S* (?:could not be reached|did not answer in time)|fetch failed|Connect Timeout/,
  cause: (fact) => `${fact[1] ?? 'The service'} cannot be reached from this server.`,
  fix: 'Try it from there: curl -sS -o /dev/null -w "%{http_code}" ADDRESS. A firewall may let nothing out; behind a proxy for outgoing requests, start Node.js with NODE_USE_ENV_PROXY=1 and HTTPS_PROXY.',
  docs: 'docs/openid-connect.md#endpoints-inside-a-network',
}
