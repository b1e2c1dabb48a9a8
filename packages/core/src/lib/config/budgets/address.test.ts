import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseNetworkAddress } from './address.ts'

const keyOf = (text: string): string | undefined => parseNetworkAddress(text)?.key

describe('A client address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7:8443', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:CB00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:80', '203.0.113.7'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:DB8:0:0::2', '2001:db8:0:0'],
    ['2001:0db8:0000:0000:ffff::', '2001:db8:0:0'],
    ['[2001:db8::1]', '2001:db8:0:0'],
    ['[2001:db8::1]:4711', '2001:db8:0:0'],
    ['2001:db8:0:1::1', '2001:db8:0:1'],
    ['::1', '0:0:0:0'],
    ['1::', '1:0:0:0'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4'],
    ['1::8', '1:0:0:0'],
    ['1:2:3::8', '1:2:3:0'],
    ['::ffff:0:203.0.113.7', '0:0:0:0'],
    ['0:0:0:0:1:ffff:203.0.113.7', '0:0:0:0'],
    ['1::ffff:203.0.113.7', '1:0:0:0'],
    ['::fffe:203.0.113.7', '0:0:0:0'],
    ['::ffff:0.0.255.1', '0.0.255.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['249.199.99.9', '249.199.99.9'],
    ['255.250.200.100', '255.250.200.100'],
    [`203.0.113.7${' '.repeat(53)}`, '203.0.113.7'],
    ['203.0.113.7:1', '203.0.113.7'],
    ['203.0.113.7:65535', '203.0.113.7'],
  ])('%s counts as the network %s (LIM-04)', (text, key) => {
    expect(keyOf(text)).toBe(key)
  })

  it.each([
    '',
    'unknown',
    '_hidden',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.07',
    '0x7f.1',
    '2130706433',
    '203.0.113.7, 198.51.100.1',
    'fe80::1%eth0',
    '2001:db8::1::2',
    '2001:db8:::1',
    'http://203.0.113.7',
    '203.0.113.7/24',
    '[203.0.113.7]x',
    ':',
    '::ffff:999.0.113.7',
    `2001:db8::${'0'.repeat(80)}`,
    `203.0.113.7${' '.repeat(54)}`,
    '203.0.113.7:',
    '203.0.113.7:123456',
    'x203.0.113.7:80',
    '203.0.113.7:80x',
    '[2001:db8::1]:123456',
    '[2001:db8::1]:',
    'x[2001:db8::1]',
    '[]',
    'dead.beef',
    '1.2.3.4.5',
    '203.0.113.7.example',
    '+203.0.113.7',
    '2001:db8::1x',
    'x::1',
    '::1]/[',
    '::1]?[',
    'user@[::1',
  ])('%j is invalid and counts as unknown (LIM-09)', (text) => {
    expect(parseNetworkAddress(text)).toBeUndefined()
  })

  it.each([
    ['203.0.113.7', true],
    ['8.8.8.8', true],
    ['2606:4700::1', true],
    ['127.0.0.1', false],
    ['::1', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['169.254.1.1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['::ffff:10.0.0.1', false],
    ['0.255.255.255', false],
    ['1.0.0.0', true],
    ['9.255.255.255', true],
    ['10.255.255.255', false],
    ['11.0.0.0', true],
    ['100.63.255.255', true],
    ['100.127.255.255', false],
    ['100.128.0.0', true],
    ['126.255.255.255', true],
    ['127.255.255.255', false],
    ['128.0.0.0', true],
    ['169.253.255.255', true],
    ['169.254.255.255', false],
    ['169.255.0.0', true],
    ['172.15.255.255', true],
    ['172.31.255.255', false],
    ['192.167.255.255', true],
    ['192.169.0.0', true],
    ['223.255.255.255', true],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::2', false],
    ['1::', true],
    ['fbff::1', true],
    ['fc00::', false],
    ['ff02::1', false],
  ])('%s is a public address: %s', (text, isPublic) => {
    expect(parseNetworkAddress(text)?.isPublic).toBe(isPublic)
  })

  const group = fc.integer({ min: 0, max: 0xffff })

  test('of IPv6 counts by its first 64 bits in every spelling (LIM-04)', () => {
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 4, maxLength: 4 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        (network, one, other) => {
          fc.pre(network.some((part) => part !== 0))
          const full = [...network, ...one].map((part) => part.toString(16).padStart(4, '0'))
          const short = [...network, ...other].map((part) => part.toString(16).toUpperCase())
          expect(keyOf(full.join(':'))).toBe(network.map((part) => part.toString(16)).join(':'))
          expect(keyOf(`[${short.join(':')}]:1`)).toBe(keyOf(full.join(':')))
        },
      ),
    )
  })

  test('of IPv4 counts the same when it is mapped into IPv6 (LIM-04)', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(keyOf(`::ffff:${address}`)).toBe(keyOf(address))
        expect(keyOf(address)).toBe(address)
      }),
    )
  })

  test('is not found in any other text (LIM-09)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const key = keyOf(text)
        if (key !== undefined) expect(key).toMatch(/^(?:[\d.]+|[\da-f]+(?::[\da-f]+){3})$/)
      }),
    )
  })
})
