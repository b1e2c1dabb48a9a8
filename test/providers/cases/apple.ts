import { service } from '@latchstring/testing/services/apple'
import Apple, { createAppleClientSecret } from '@latchstring/core/providers/apple'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'
import { idOnly } from '../src/common.ts'

const { claims = {} } = service.persons.documented

export const apple: ProviderCase = {
  service,
  addressProvenBy: 'service',
  provider: Apple,
  authorization: {
    url: 'https://appleid.apple.com/auth/authorize',
    params: { response_type: 'code', response_mode: 'form_post', scope: 'name email' },
  },
  checks: ['pkce', 'state', 'nonce'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: '001999.66b2d0a2a1b84e0a9e2b0d8e8f4f6d1e.0952',
      name: 'Ada Lovelace',
      email: 'ah2ojqw9yv@privaterelay.appleid.com',
      image: null,
      emailVerified: true,
    },
    minimal: idOnly('000000.min.0001'),
  },
  quirks: {
    'has no name when Apple does not post it, as on every sign-in but the first': async (
      signIn,
    ) => {
      const { user } = await signIn({ person: { claims } })
      expect(user).toMatchObject({ name: null, email: 'ah2ojqw9yv@privaterelay.appleid.com' })
    },
    'takes the name, but no address, from what the browser posts': async (signIn) => {
      const name = { firstName: 'Mallory', lastName: '' }
      const body = JSON.stringify({ name, email: 'victim@example.com', sub: 'victim' })
      const { user } = await signIn({ person: { claims, response: { user: body } } })
      expect(user).toMatchObject({
        id: '001999.66b2d0a2a1b84e0a9e2b0d8e8f4f6d1e.0952',
        name: 'Mallory',
        email: 'ah2ojqw9yv@privaterelay.appleid.com',
      })
    },
    'knows Apple by both names, in the discovery document and in ID tokens': async (signIn) => {
      const [first, second] = ['https://appleid.apple.com', 'https://account.apple.com']
      for (const issuer of [first, second]) {
        for (const iss of [first, second]) {
          const service2 = { discovery: { issuer } }
          const { user } = await signIn({
            service: service2,
            person: { claims: { ...claims, iss } },
          })
          expect(user.id).toBe('001999.66b2d0a2a1b84e0a9e2b0d8e8f4f6d1e.0952')
        }
      }
      const foreign = { claims: { ...claims, iss: 'https://apple.example' } }
      await expect(signIn({ person: foreign })).rejects.toThrow(/issuer/)
    },
    'understands `email_verified` as text': async (signIn) => {
      const yes = await signIn({ person: { claims: { ...claims, email_verified: 'true' } } })
      const no = await signIn({ person: { claims: { ...claims, email_verified: 'false' } } })
      expect([yes.user.emailVerified, no.user.emailVerified]).toEqual([true, false])
    },
    'authenticates with a JWT signed by the key of the team': async (signIn) => {
      const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
      const clientSecret = await createAppleClientSecret({
        clientId: 'com.example.web',
        teamId: 'A1B2C3D4E5',
        keyId: 'F6G7H8I9J0',
        privateKey: await exportPKCS8(privateKey),
      })
      let sent = ''
      const token = async (request: Request): Promise<Response> => {
        sent = new URLSearchParams(await request.text()).get('client_secret') ?? ''
        return Response.json({ error: 'invalid_grant' }, { status: 400 })
      }
      const change = { endpoints: { 'https://appleid.apple.com/auth/token': token } }
      await expect(signIn({ options: { clientSecret }, service: change })).rejects.toThrow(
        /invalid_grant/,
      )
      const { payload, protectedHeader } = await jwtVerify(sent, publicKey, {
        issuer: 'A1B2C3D4E5',
        subject: 'com.example.web',
        audience: 'https://appleid.apple.com',
      })
      expect(protectedHeader.kid).toBe('F6G7H8I9J0')
      expect(Number(payload.exp) - Number(payload.iat)).toBeLessThanOrEqual(15_777_000)
    },
  },
}
