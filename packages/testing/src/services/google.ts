import type { GoogleProfile } from '@latchstring/core/providers/google'
import type { Service } from '../service.ts'

/** @see https://developers.google.com/identity/openid-connect/openid-connect */
export const service: Service = {
  id: 'google',
  name: 'Google',
  protocol: 'oidc',
  issuer: 'https://accounts.google.com',
  jwksUri: 'https://www.googleapis.com/oauth2/v3/certs',
  authorization: {
    url: 'https://accounts.google.com/o/oauth2/v2/auth',
    requires: { scope: /(?:^| )openid(?: |$)/ },
    pkce: 'supported',
    answer: (parameters) => ({
      ...parameters,
      iss: 'https://accounts.google.com',
      scope: 'openid email profile https://www.googleapis.com/auth/userinfo.email',
      authuser: '0',
      hd: 'example.com',
      prompt: 'consent',
    }),
  },
  token: {
    url: 'https://oauth2.googleapis.com/token',
    authentication: ['client_secret_post', 'client_secret_basic'],
    // To a person who has agreed before, it gives one only where consent is asked for again.
    refresh: { needs: { access_type: 'offline', prompt: /\bconsent\b/ }, next: 'none' },
  },
  userinfo: 'https://openidconnect.googleapis.com/v1/userinfo',
  persons: {
    documented: {
      claims: {
        sub: '10769150350006150715113082367',
        hd: 'example.com',
        email: 'ada@example.com',
        email_verified: true,
        name: 'Ada Lovelace',
        picture: 'https://lh3.googleusercontent.com/a/ada=s96-c',
        given_name: 'Ada',
        family_name: 'Lovelace',
      } satisfies GoogleProfile,
    },
    minimal: { claims: { sub: '7' } satisfies Pick<GoogleProfile, 'sub'> },
  },
  registration: {
    console: 'https://console.cloud.google.com/auth/clients',
    steps: [
      'Choose or create a project, and fill in the branding of the consent screen.',
      'Open Clients, choose Create client, and Web application.',
      'Enter the redirect URI as authorized redirect URI.',
      'Copy the Client ID and the Client secret.',
    ],
    searchTerms: ['gmail', 'workspace'],
    sources: ['https://developers.google.com/identity/openid-connect/openid-connect'],
  },
}
