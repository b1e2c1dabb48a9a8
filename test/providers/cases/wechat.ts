import { service } from '@latchstring/testing/services/wechat'
import WeChat from '@latchstring/core/providers/wechat'
import { expect } from 'vitest'
import type { ProviderCase } from '../src/case.ts'

function wrongCode(): Record<string, unknown> {
  return { errcode: 40029, errmsg: 'invalid code' }
}

export const wechat: ProviderCase = {
  service,
  addressProvenBy: 'none',
  provider: WeChat,
  authorization: {
    url: 'https://open.weixin.qq.com/connect/oauth2/authorize',
    params: { response_type: 'code', scope: 'snsapi_userinfo' },
    clientIdParameter: 'appid',
  },
  checks: ['state'],
  authentication: 'client_secret_post',
  users: {
    documented: {
      id: 'o6_bmasdasdsad6_2sgVt7hMZOPfL',
      name: '小明',
      email: null,
      image: 'https://thirdwx.qlogo.cn/mmopen/g3MonUZtNHkdmzicIlibx6iaFqAc56v/46',
      emailVerified: false,
    },
    minimal: {
      id: 'oMinimal_0000000000000000001',
      name: 'M',
      email: null,
      image: null,
      emailVerified: false,
    },
  },
  quirks: {
    'has the parameters in the order WeChat wants, and the fragment #wechat_redirect': async (
      signIn,
    ) => {
      const { authorization } = await signIn()
      const names = [...authorization.searchParams.keys()]
      expect(names).toEqual(['appid', 'redirect_uri', 'response_type', 'scope', 'state'])
      expect(authorization.hash).toBe('#wechat_redirect')
    },
    'has a state that is short enough': async (signIn) => {
      const { authorization } = await signIn()
      const state = authorization.searchParams.get('state') ?? ''
      expect(state.length).toBeGreaterThan(20)
      expect(state.length).toBeLessThanOrEqual(128)
    },
    'asks for the token by GET, as `appid` with `secret`': async (signIn) => {
      const { requests } = await signIn()
      const [token] = requests
      const { searchParams } = new URL(token?.url ?? '')
      expect(token?.method).toBe('GET')
      expect([...searchParams.keys()].toSorted()).toEqual(['appid', 'code', 'grant_type', 'secret'])
      expect(token?.headers.get('authorization')).toBeNull()
    },
    'takes the unionid where there is one, and else the openid': async (signIn) => {
      const bound = await signIn()
      const unbound = await signIn({ person: service.persons.minimal })
      expect(bound.user.id).toBe('o6_bmasdasdsad6_2sgVt7hMZOPfL')
      expect(unbound.user.id).toBe('oMinimal_0000000000000000001')
    },
    'refuses a sign-in when WeChat says with status 200 that the code is wrong': async (signIn) => {
      const token = { ...service.token, answer: wrongCode }
      await expect(signIn({ service: { token } })).rejects.toThrow(/refused the code/)
    },
    'goes to the page with the code to scan as a website application': async (signIn) => {
      const { authorization } = await signIn({
        options: { platformType: 'WebsiteApp' },
        service: {
          authorization: {
            ...service.authorization,
            url: 'https://open.weixin.qq.com/connect/qrconnect',
          },
        },
      })
      expect(authorization.pathname).toBe('/connect/qrconnect')
      expect(authorization.searchParams.get('scope')).toBe('snsapi_login')
    },
  },
}
