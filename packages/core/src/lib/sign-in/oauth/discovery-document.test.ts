import { describe, expect, it } from 'vitest'
import { ISSUER, oidcProvider } from '../../../../test/oauth-provider.ts'
import { OutboundError } from '../../http/outbound.ts'
import { readDocument } from './discovery-document.ts'

const read = (
  members: object,
  replaced: readonly string[] = [],
  provider = oidcProvider(),
): object => readDocument(provider, { issuer: ISSUER, ...members }, new Set(replaced))

/** What is wrong with a document, for the log. */
function problemOf(work: () => object): string | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof OutboundError ? error.message : undefined
  }
}

const about = (problem: string): string =>
  `The discovery document of the provider "acme" ${problem}`

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
  'pushed_authorization_request_endpoint',
  'end_session_endpoint',
]

describe('A discovery document', () => {
  it('is used without null members and members that the configuration overrides (OID-19)', () => {
    const members = {
      authorization_endpoint: `${ISSUER}/a`,
      token_endpoint: `${ISSUER}/t`,
      userinfo_endpoint: null,
      scopes_supported: 7,
    }
    expect(read(members, ['token_endpoint'])).toEqual({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/a`,
      scopes_supported: 7,
    })
  })

  it.each([undefined, null, 7, ['x']])('must have an issuer, not %j (OID-19)', (issuer) => {
    expect(problemOf(() => read({ issuer }))).toContain(about('names no `issuer`.'))
  })

  it.each([[], 'x', null, undefined])('must be a JSON object, not %j (OID-19)', (given) => {
    expect(problemOf(() => readDocument(oidcProvider(), given, new Set()))).toContain(
      about('names no `issuer`.'),
    )
  })

  const LISTS = [
    'code_challenge_methods_supported',
    'id_token_signing_alg_values_supported',
    'token_endpoint_auth_methods_supported',
    'userinfo_signing_alg_values_supported',
  ]
  const FLAGS = [
    'authorization_response_iss_parameter_supported',
    'require_pushed_authorization_requests',
  ]

  it.each<[readonly string[], readonly unknown[], readonly (readonly [unknown, string])[]]>([
    [
      ENDPOINTS,
      [`${ISSUER}/x`],
      [
        [7, 'of the type number, not text.'],
        [[`${ISSUER}/x`], 'a list, not text.'],
        [{}, 'of the type object, not text.'],
        [true, 'of the type boolean, not text.'],
      ],
    ],
    [
      LISTS,
      [[], ['x'], ['x', 'y']],
      [
        ['x', 'of the type string, not a list of texts.'],
        [['x', 7], 'a list, not a list of texts.'],
        [{}, 'of the type object, not a list of texts.'],
      ],
    ],
    [
      FLAGS,
      [true, false],
      [
        ['true', 'of the type string, not true or false.'],
        [1, 'of the type number, not true or false.'],
        [[], 'a list, not true or false.'],
      ],
    ],
  ])('must have the standard type for %j (OID-19)', (names, right, wrong) => {
    for (const name of names) {
      for (const value of right) expect(read({ [name]: value })).toHaveProperty(name, value)
      for (const [value, problem] of wrong) {
        expect(problemOf(() => read({ [name]: value }))).toContain(
          about(`has a \`${name}\` that is ${problem}`),
        )
      }
      // Nothing is looked at that is not used.
      expect(read({ [name]: 7 }, [name])).not.toHaveProperty(name)
    }
  })

  it('must name absolute URLs (SRF-01)', () => {
    for (const name of ENDPOINTS) {
      expect(problemOf(() => read({ [name]: '/x' }))).toContain(
        about(`has a \`${name}\` that is not an absolute URL.`),
      )
    }
    expect(read({ service_documentation: '/x' })).toHaveProperty('service_documentation')
  })
})

describe('An endpoint inside a network', () => {
  const MACHINE = 'which is this machine or inside a private network, while the issuer is public'
  const METADATA = 'which gives a machine its secrets and is not a sign-in service'

  it.each(ENDPOINTS)('is refused as %s, and the error says how to allow it (SRF-02)', (name) => {
    expect(problemOf(() => read({ [name]: 'http://10.0.0.5:8080/x' }))).toBe(
      about(
        `names the host 10.0.0.5 as \`${name}\`, ${MACHINE}. Nothing is sent there. If it is inside a network that you trust, name it: \`internalOrigins: ['http://10.0.0.5:8080']\` of the provider.`,
      ),
    )
    expect(problemOf(() => read({ [name]: 'https://169.254.169.254/x' }))).toBe(
      about(`names the host 169.254.169.254 as \`${name}\`, ${METADATA}. Nothing is sent there.`),
    )
    const provider = oidcProvider({ internalOrigins: ['http://10.0.0.5:8080'] })
    const url = 'http://10.0.0.5:8080/x'
    expect(read({ [name]: url }, [], provider)).toHaveProperty(name, url)
    for (const other of ['https://10.0.0.5/x', 'http://10.0.0.5/x', 'http://10.0.0.6:8080/x']) {
      expect(problemOf(() => read({ [name]: other }, [], provider))).toContain(MACHINE)
    }
  })

  it('is accepted where the configuration has the document inside one, except cloud metadata (SRF-02)', () => {
    const inside = [
      oidcProvider({ issuer: 'https://10.0.0.5' }),
      oidcProvider({ wellKnown: 'https://10.0.0.5/.well-known/x' }),
    ]
    for (const provider of inside) {
      for (const url of ['https://10.0.0.5/t', 'https://10.0.0.6/t', 'https://keycloak/t']) {
        expect(read({ token_endpoint: url }, [], provider)).toHaveProperty('token_endpoint', url)
      }
      expect(
        problemOf(() => read({ token_endpoint: 'https://169.254.169.254/t' }, [], provider)),
      ).toContain(METADATA)
    }
  })

  it('may be a cloud metadata service only where the configuration names that host (SRF-02)', () => {
    const provider = oidcProvider({ issuer: 'https://169.254.169.254' })
    const url = 'https://169.254.169.254/t'
    expect(read({ token_endpoint: url }, [], provider)).toHaveProperty('token_endpoint', url)
    expect(
      problemOf(() => read({ token_endpoint: 'https://[fd00:ec2::254]/t' }, [], provider)),
    ).toContain(METADATA)
  })

  it('may be a public host anywhere (SRF-02)', () => {
    const url = 'https://elsewhere.example.net/t'
    expect(read({ token_endpoint: url })).toHaveProperty('token_endpoint', url)
  })
})
