import type { GitHubProfile } from '@latchstring/core/providers/github'
import type { Service } from '../service.ts'

const USER = 'https://api.github.com/user'
const EMAILS = 'https://api.github.com/user/emails'

const octocat: GitHubProfile = {
  login: 'octocat',
  id: 1,
  avatar_url: 'https://github.com/images/error/octocat_happy.gif',
  html_url: 'https://github.com/octocat',
  type: 'User',
  name: 'monalisa octocat',
  company: 'GitHub',
  // Null for a user with a private address.
  email: null,
}

/** @see https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const service: Service = {
  id: 'github',
  name: 'GitHub',
  protocol: 'oauth',
  authorization: {
    url: 'https://github.com/login/oauth/authorize',
    pkce: 'supported',
    iss: 'https://github.com/login/oauth',
    scopes: ['read:user', 'user:email', 'user', 'repo', 'read:org'],
  },
  token: {
    url: 'https://github.com/login/oauth/access_token',
    authentication: ['client_secret_basic', 'client_secret_post'],
    headers: { accept: /application\/json/ },
    // That of an OAuth app, which is good until it is revoked. Scopes come back with commas.
    answer: ({ access_token }, { scope }) => ({
      access_token,
      scope: scope.replaceAll(' ', ','),
      token_type: 'bearer',
    }),
    // GitHub says with status 200 what went wrong.
    error: (error, description) => ({
      status: 200,
      body: { error, error_description: description },
    }),
  },
  resources: {
    [USER]: { headers: { 'user-agent': true } },
    [EMAILS]: { headers: { 'user-agent': true }, scope: 'user:email' },
  },
  persons: {
    documented: {
      answers: {
        [USER]: octocat,
        [EMAILS]: [
          { email: 'old@example.com', primary: false, verified: true, visibility: null },
          { email: 'octocat@github.com', primary: true, verified: true, visibility: 'private' },
        ],
      },
    },
    minimal: { answers: { [USER]: { id: 2, login: 'm' } satisfies GitHubProfile, [EMAILS]: [] } },
  },
  registration: {
    console: 'https://github.com/settings/developers',
    steps: [
      'Open Settings, Developer settings, OAuth Apps, and choose New OAuth App.',
      'Enter the redirect URI as Authorization callback URL.',
      'Copy the Client ID, and generate a client secret.',
    ],
    sources: [
      'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app',
    ],
  },
}
