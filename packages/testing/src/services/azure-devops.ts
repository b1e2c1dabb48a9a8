import type { AzureDevOpsProfile } from '@latchstring/core/providers/azure-devops'
import type { Service } from '../service.ts'

const ME = 'https://app.vssps.visualstudio.com/_apis/profile/profiles/me'

const francis: AzureDevOpsProfile = {
  displayName: 'Francis Totten',
  publicAlias: 'd6245f20-2af8-44f4-9451-8107cb2767db',
  emailAddress: 'fabrikamfiber16@example.com',
  coreRevision: 1647,
  timeStamp: '2014-05-12T22:19:46.9870000+00:00',
  id: 'd6245f20-2af8-44f4-9451-8107cb2767db',
  revision: 1647,
}

/** @see https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/azure-devops-oauth */
export const service: Service = {
  id: 'azure-devops',
  name: 'Azure DevOps',
  protocol: 'oauth',
  authorization: {
    url: 'https://app.vssps.visualstudio.com/oauth2/authorize',
    responseType: 'Assertion',
    requires: { scope: true },
    scopes: ['vso.profile', 'vso.code', 'vso.work'],
    pkce: 'ignored',
  },
  token: {
    url: 'https://app.vssps.visualstudio.com/oauth2/token',
    authentication: ['client_secret_post'],
    grantType: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    names: { code: 'assertion', client_secret: 'client_assertion' },
    clientIdIgnored: true,
    requires: {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    },
    answer: ({ scope: _scope, ...standard }) => ({
      ...standard,
      token_type: 'jwt-bearer',
      expires_in: '3599',
      refresh_token: 'eyJ0eXAiOiJKV1QifQ.refresh',
    }),
  },
  resources: { [ME]: { scope: 'vso.profile', query: { 'api-version': /^\d\.\d/ } } },
  persons: {
    documented: { answers: { [ME]: francis } },
    minimal: { answers: { [ME]: { id: '2' } satisfies AzureDevOpsProfile } },
  },
  registration: {
    console: 'https://app.vsaex.visualstudio.com/me',
    steps: [
      'Use microsoft-entra-id for anything new: Azure DevOps registers no more apps.',
      'Open an app that is registered.',
      'Compare its callback URL with the redirect URI.',
      'Copy App ID as client id, and Client Secret, which is the long one.',
    ],
    development: 'https',
    sources: [
      'https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/azure-devops-oauth',
      'https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/entra-oauth',
    ],
  },
}
