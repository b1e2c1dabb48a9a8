import type { BankIDNorwayProfile } from '@latchstring/core/providers/bankid-no'
import type { Service } from '../service.ts'

const ISSUER = 'https://auth.bankid.no/auth/realms/prod'
const ENDPOINTS = `${ISSUER}/protocol/openid-connect`

/** @see https://confluence.bankidnorge.no/confluence/pdoidcl */
export const service: Service = {
  id: 'bankid-no',
  name: 'BankID Norge',
  protocol: 'oidc',
  issuer: ISSUER,
  jwksUri: `${ENDPOINTS}/certs`,
  authorization: {
    url: `${ENDPOINTS}/auth`,
    pkce: 'supported',
    requires: { scope: /(?:^| )openid(?: |$)/, login_hint: /^(?:BID|BIM|BIS)/ },
    scopes: ['openid', 'profile', 'email', 'address', 'phone', 'nnin_altsub'],
  },
  token: {
    url: `${ENDPOINTS}/token`,
    authentication: ['client_secret_basic', 'client_secret_post'],
  },
  userinfo: `${ENDPOINTS}/userinfo`,
  userinfoAlgorithm: 'RS256',
  persons: {
    documented: {
      claims: {
        sub: 'e8c523ff-52a2-42e2-a7a5-f1d0fbb76204',
        typ: 'ID',
        name: 'Ola Nordmann',
        given_name: 'Ola',
        family_name: 'Nordmann',
        birthdate: '1966-12-18',
        email: 'ola@example.no',
        updated_at: 1_468_582_800,
        acr: 'urn:bankid:bis;LOA=4',
        amr: 'BIS',
        bankid_altsub: '9578-5999-4-1765512',
        originator: 'CN=BankID Bankenes ID-tjeneste Bank CA 2;OriginatorId=9980',
      } satisfies BankIDNorwayProfile,
    },
    minimal: { claims: { sub: 'm' } satisfies BankIDNorwayProfile },
  },
  registration: {
    console: 'https://confluence.bankidnorge.no/confluence/pdoidcl',
    steps: [
      'Order an OIDC client from BankID or one of its resellers.',
      'Name the redirect URI, the scopes openid, profile and email, and client_secret_post as client authentication in the order.',
      'Use the client ID and client secret that come back.',
    ],
    sources: ['https://confluence.bankidnorge.no/confluence/pdoidcl'],
  },
}
