import type { HuggingfaceProfile } from '@latchstring/core/providers/huggingface'
import type { Service } from '../service.ts'

const ada: HuggingfaceProfile = {
  sub: '62441d1d9fdefb55a0b7d12c',
  name: 'Ada Example',
  preferred_username: 'ada',
  profile: 'https://huggingface.co/ada',
  picture: 'https://cdn-avatars.huggingface.co/v1/production/uploads/ada.png',
  website: 'https://ada.example.com',
  email: 'ada@example.com',
  email_verified: true,
  isPro: false,
  orgs: [
    {
      sub: '5e67bd5b1009063689407478',
      name: 'Example',
      preferred_username: 'example',
      picture: 'https://cdn-avatars.huggingface.co/example.png',
      isEnterprise: false,
      roleInOrg: 'admin',
    },
  ],
}

/** @see https://huggingface.co/docs/hub/oauth */
export const service: Service = {
  id: 'huggingface',
  name: 'Hugging Face',
  protocol: 'oidc',
  issuer: 'https://huggingface.co',
  authorization: {
    url: 'https://huggingface.co/oauth/authorize',
    pkce: 'supported',
    scopes: ['openid', 'profile', 'email', 'read-repos', 'write-repos', 'inference-api'],
  },
  token: {
    url: 'https://huggingface.co/oauth/token',
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: 'https://huggingface.co/oauth/userinfo',
  persons: {
    documented: { claims: ada },
    minimal: { claims: { sub: 'm' } satisfies HuggingfaceProfile },
  },
  registration: {
    console: 'https://huggingface.co/settings/applications/new',
    steps: [
      'Open Settings, Connected Apps, and create an application.',
      'Enter the redirect URI, and choose the scopes openid, profile and email.',
      'Copy the client ID and the client secret.',
    ],
    sources: ['https://huggingface.co/docs/hub/oauth'],
  },
}
