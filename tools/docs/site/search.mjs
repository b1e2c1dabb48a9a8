/** What the search of the site finds by words that a page does not have itself, and how much its pages weigh. */

/** Other words for what a page is about, by its source. @type {Readonly<Record<string, string>>} */
const OTHER_WORDS = {
  'docs/questions.md':
    'two factor 2fa totp mfa authenticator app otp second factor backup codes api key api keys bearer token mobile app native app react native cli client device organization organizations organisations teams workspaces',
  'docs/passwords.md':
    'password reset forgot password register sign up signup hash argon2 bcrypt scrypt registration',
  'docs/credentials.md': 'username password login form authorize ldap',
  'docs/sessions.md':
    'logout all devices sign out everywhere revoke sessions expire stay signed in remember me jwt database strategy maxAge',
  'docs/logout.md': 'log out logout signout sign out backchannel single logout',
  'docs/protect.md': 'middleware proxy protect route guard require login redirect unauthenticated',
  'docs/step-up.md':
    'step up stepup sudo mode re-authenticate reauthentication fresh recent sign-in max_age acr aal amr mfa confirm password',
  'docs/roles.md': 'rbac permissions admin authorization role',
  'docs/provider-tokens.md':
    'refresh token access token expired google calendar call an api offline access',
  'docs/email.md': 'magic link passwordless otp code smtp nodemailer',
  'docs/passkeys.md': 'passkey passkeys webauthn fido security key touch id face id',
  'docs/limits.md': 'rate limit rate limiting brute force too many requests 429 lockout',
  'docs/linking-accounts.md': 'merge accounts link account unlink same email two providers',
  'docs/pages-and-theme.md':
    'custom sign-in page own sign-in page login page logo dark mode translate language i18n locale branding',
  'docs/docker.md': 'container nginx compose kubernetes reverse proxy standalone',
  'docs/deployment.md': 'reverse proxy https AUTH_URL trust host x-forwarded load balancer',
  'docs/troubleshooting.md': 'does not work redirect loop error problem not signed in',
  'docs/testing-sign-in.md': 'playwright cypress vitest e2e mock test emulator',
  'docs/tenants.md': 'multi tenant subdomain saas organization',
  'docs/moving-from-next-auth.md':
    'migrate migration upgrade nextauth next-auth v4 v5 authjs codemod',
  'docs/comparison.md': 'better-auth clerk lucia alternative versus vs iron-session supabase auth',
  'docs/configuration-per-request.md':
    'lazy configuration secrets at runtime environment per request',
  'docs/cookies.md': 'subdomain cookie domain iframe samesite cookie size csrf',
  'docs/callbacks-and-events.md': 'hooks webhook callback event signIn jwt session',
  'docs/many-instances.md': 'cluster serverless scale replicas regions',
  'docs/production-checklist.md': 'go live checklist production deploy AUTH_SECRET',
  'docs/storage-sql.md': 'postgres postgresql mysql sqlite mariadb database tables schema',
  'docs/adapters.md': 'custom adapter write an adapter own database',
  'docs/check-at-the-edge.md': 'edge middleware cloudflare workers check session fast',
}

/**
 * The words for a page, which the index has beside those of the page.
 *
 * @param {string} source file of the page
 * @returns {string | undefined}
 */
export const otherWords = (source) => OTHER_WORDS[source]
