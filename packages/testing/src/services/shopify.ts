import type { ShopifyProfile } from '@latchstring/core/providers/shopify'
import type { Service } from '../service.ts'

const SHOP = 'https://shopify.com/authentication/12345678'

const ada: ShopifyProfile = {
  sub: '7301234567890',
  email: 'ada@example.com',
  email_verified: true,
  auth_time: 1_700_000_000,
  sid: 'b2f7c0e1-5a1b-4a55-9a53-1f0a6a3f6f8e',
  dest: 'shop.example.com',
  device_uuid: '0c3c7e52-5f2c-4e37-8c0d-3d2b6a9f1e11',
}

/** @see https://shopify.dev/docs/api/customer/latest */
export const service: Service = {
  id: 'shopify',
  name: 'Shopify',
  protocol: 'oidc',
  options: { shop: 'shop.example.com' },
  issuer: SHOP,
  wellKnown: 'https://shop.example.com/.well-known/openid-configuration',
  jwksUri: `${SHOP}/.well-known/jwks.json`,
  authorization: {
    url: `${SHOP}/oauth/authorize`,
    requires: { scope: true },
    scopes: ['openid', 'email', 'customer-account-api:full'],
    pkce: 'supported',
    stateRequired: true,
  },
  token: {
    url: `${SHOP}/oauth/token`,
    authentication: ['client_secret_basic'],
    answer: ({ access_token, id_token }) => ({
      access_token,
      id_token,
      expires_in: 7200,
      refresh_token: 'shcrt_example',
    }),
  },
  persons: {
    documented: { claims: ada },
    minimal: { claims: { sub: '2' } satisfies ShopifyProfile },
  },
  registration: {
    console: 'https://admin.shopify.com/',
    steps: [
      'Install the Headless channel in the admin of the shop, and create a storefront.',
      'Open Customer Account API settings, and choose the client type Confidential.',
      'Enter the redirect URI as Callback URI.',
      'Copy the Client ID and the Client secret.',
      'Pass the domain of the shop as shop.',
    ],
    development: 'public',
    sources: [
      'https://shopify.dev/docs/api/customer/latest',
      'https://shopify.dev/docs/storefronts/headless/building-with-the-customer-account-api/authenticate-customers',
    ],
  },
}
