import { describe, expect, it } from 'vitest'
import { hostKind } from './host-kind.ts'

const kindOf = (host: string): string => hostKind(new URL(`https://${host}/`).hostname)

const INTERNAL = [
  [
    'this machine by name',
    [
      'localhost',
      'LOCALHOST',
      'localhost.',
      'localhost..',
      'app.localhost',
      'localhost.localdomain',
      'localhost6.localdomain6.',
    ],
  ],
  ['this machine in dots', ['127.0.0.1', '127.0.0.1.', '127.1', '127.255.255.254', '0.0.0.0', '0']],
  [
    'this machine as one number',
    ['2130706433', '0x7f000001', '0x7F.1', '017700000001', '0177.0.0.1'],
  ],
  [
    'this machine in version 6',
    [
      '[::1]',
      '[::]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[::ffff:0:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
    ],
  ],
  [
    'a private network',
    ['10.0.0.5', '10.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '0xc0a80101', '3232235777'],
  ],
  ['the network of a provider', ['100.64.0.1', '100.127.255.255', '198.18.0.1', '198.19.255.255']],
  [
    'an address that is not routed',
    ['192.0.0.1', '192.0.2.1', '198.51.100.7', '203.0.113.9', '224.0.0.1', '255.255.255.255'],
  ],
  [
    'a private network in version 6',
    ['[fd00::1]', '[fc00::1]', '[::ffff:10.0.0.1]', '[2002:c0a8:101::]'],
  ],
  [
    'an address of version 6 that is not routed',
    [
      '[ff02::1]',
      '[fec0::1]',
      '[2001:db8::1]',
      '[2001:db8:1:2:3:4:5:6]',
      '[3fff::1]',
      '[3fff:fff::1]',
      '[4000::1]',
      '[1fff:ffff::1]',
      '[100::1]',
    ],
  ],
  [
    'a name that is not public',
    [
      'keycloak',
      'sso.local',
      'sso.internal',
      'kubernetes.default.svc',
      'SSO.CORP',
      'router.home.arpa',
      'nas.lan',
      'a.intranet',
      'home.arpa',
      '10.0.0.1.internal',
    ],
  ],
] as const

describe('hostKind', () => {
  it.each(INTERNAL)('classifies %s (SRF-02)', (_, hosts) => {
    for (const host of hosts) expect([host, kindOf(host)]).toEqual([host, 'internal'])
  })

  it.each([
    '169.254.169.254',
    '169.254.169.254.',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:a9fe:a9fe::]',
    '[fe80::1]',
    '[febf::1]',
    '[fd00:ec2::254]',
    '169.254.0.1',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '[::ffff:168.63.129.16]',
    'metadata',
    'metadata.google.internal',
    'METADATA.google.internal.',
    'metadata.goog',
    'instance-data',
    'instance-data.ec2.internal',
  ])('classifies %s as a cloud metadata service or next to one (SRF-02)', (host) => {
    expect(kindOf(host)).toBe('metadata')
  })

  it.each([
    'accounts.google.com',
    'id.acme.example',
    'localhost.example.com',
    'internal.example.com',
    '10.example.com',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '169.253.255.255',
    '100.63.255.255',
    '100.128.0.0',
    '223.255.255.255',
    '10.0.0.1.example.com',
    '192.0.1.1',
    '[2000::1]',
    '[2001:4860:4860::8888]',
    '[2606::1]',
    '[2606:db8::1]',
    '[2606:4700:1:2:3:4:5:6]',
    '[3ffe::1]',
    '[3fff:1000::1]',
    '[2606:4700::1111]',
    '[2a00:1450:4001::1]',
    '[64:ff9b::101:101]',
    '[2002:101:101::]',
    '[::ffff:1.1.1.1]',
  ])('classifies %s as public', (host) => {
    expect(kindOf(host)).toBe('public')
  })
})
