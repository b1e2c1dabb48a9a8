import { createAuth } from '@latchstring/core'
import Apple from '@latchstring/core/providers/apple'
import GitHub from '@latchstring/core/providers/github'
import Google from '@latchstring/core/providers/google'
import Keycloak from '@latchstring/core/providers/keycloak'
import Resend from '@latchstring/core/providers/resend'
import {
  connectLab,
  createLab,
  createVisitor,
  LabError,
  type LabServer,
  type Service,
} from '@latchstring/testing'

const lab = createLab({ now: () => 0 })

/** Options of an emulator go into every kind of provider without a cast. */
export async function setUp(): Promise<LabServer> {
  const [github, google, keycloak, resend] = await Promise.all([
    lab.provider('github'),
    lab.provider('google'),
    lab.provider('keycloak', { redirectUris: ['https://app.example/auth/callback/keycloak'] }),
    lab.mailService('resend'),
  ])
  const apple = await connectLab('http://127.0.0.1:4100').options('apple')
  const auth = createAuth({
    providers: [
      GitHub({ ...github.options, allowDangerousEmailAccountLinking: true }),
      Google(google.options),
      Keycloak(keycloak.options),
      Apple(apple),
      Resend(resend.options),
    ],
  })
  const visitor = createVisitor(auth.handle, 'https://app.example/auth')
  const response: Response = await visitor.signIn(github, { person: 'minimal', deny: true })
  const name: string | null | undefined = (await visitor.session())?.user?.name
  if (response.ok && name) github.fail({ token: 'invalid_grant', resource: 503 })
  return lab.listen({ port: 4100 })
}

export const ownService: Service = {
  id: 'harbour',
  name: 'Harbour',
  protocol: 'oidc',
  issuer: 'https://harbour.example',
  authorization: { url: 'https://harbour.example/authorize', pkce: 'required', codeLifetime: 60 },
  token: { url: 'https://harbour.example/token', authentication: ['private_key_jwt'] },
  persons: { documented: { claims: { sub: '1' } }, minimal: { claims: { sub: '2' } } },
  endpoints: {
    'https://harbour.example/door': (request, { refuse, now, person }) =>
      request.headers.has('x-pass')
        ? Response.json({ at: now(), ...person.claims })
        : refuse('needs the header `x-pass`.', new Response(null, { status: 401 })),
  },
}

export const isPkce = (error: unknown): boolean =>
  error instanceof LabError && error.rule === 'pkce'

export const isMisuse = (error: unknown): boolean =>
  error instanceof LabError && error.rule === 'usage' && error.service === ''

// @ts-expect-error -- no service of the catalogue
void lab.provider('github2')

// @ts-expect-error -- a mail service
void lab.provider('resend')

// @ts-expect-error -- no person of that name
void lab.provider('github').then((emulator) => emulator.person('unknown'))
