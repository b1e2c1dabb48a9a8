import type { WeChatProfile } from '@latchstring/core/providers/wechat'
import type { Service } from '../service.ts'

const USERINFO = 'https://api.weixin.qq.com/sns/userinfo'
const OPENID = 'oLVPpjqs9BhvzwPj5A-vTYAX3GLc'
const UNIONID = 'o6_bmasdasdsad6_2sgVt7hMZOPfL'

/** @see https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html */
export const service: Service = {
  id: 'wechat',
  name: 'WeChat',
  protocol: 'oauth',
  authorization: {
    url: 'https://open.weixin.qq.com/connect/oauth2/authorize',
    clientIdParameter: 'appid',
    pkce: 'ignored',
    scopeSeparator: ',',
    scopes: ['snsapi_base', 'snsapi_userinfo', 'snsapi_login'],
  },
  token: {
    url: 'https://api.weixin.qq.com/sns/oauth2/access_token',
    method: 'GET',
    names: { client_id: 'appid', client_secret: 'secret' },
    authentication: ['client_secret_post'],
    redirectUriIgnored: true,
    // No `token_type`.
    answer: (standard, { scope, person }) => ({
      access_token: standard['access_token'],
      expires_in: 7200,
      refresh_token: standard['refresh_token'] ?? 'REFRESH_TOKEN',
      scope,
      ...person.token,
    }),
    error: () => ({ status: 200, body: { errcode: 40029, errmsg: 'invalid code' } }),
  },
  resources: { [USERINFO]: { token: 'query:access_token', query: { openid: true } } },
  persons: {
    documented: {
      token: { openid: OPENID, unionid: UNIONID },
      answers: {
        [USERINFO]: {
          openid: OPENID,
          nickname: '小明',
          sex: 0,
          province: '',
          city: '',
          country: '',
          headimgurl: 'https://thirdwx.qlogo.cn/mmopen/g3MonUZtNHkdmzicIlibx6iaFqAc56v/46',
          privilege: ['PRIVILEGE1', 'PRIVILEGE2'],
          unionid: UNIONID,
        } satisfies WeChatProfile,
      },
    },
    // Outside of an Open Platform account, and without a picture.
    minimal: {
      token: { openid: 'oMinimal_0000000000000000001' },
      answers: {
        [USERINFO]: {
          openid: 'oMinimal_0000000000000000001',
          nickname: 'M',
          headimgurl: '',
          privilege: [],
        } satisfies WeChatProfile,
      },
    },
  },
  registration: {
    console: 'https://open.weixin.qq.com/',
    steps: [
      'For sign-in on websites, register at the WeChat Open Platform, create a website application, and wait until it is approved.',
      'For sign-in inside of WeChat, verify a service account at mp.weixin.qq.com, and bind it to your Open Platform account.',
      'Enter the domain of the redirect URI as authorization callback domain.',
      'Copy the AppID and the AppSecret.',
    ],
    sources: [
      'https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html',
      'https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/Wechat_webpage_authorization.html',
    ],
  },
}
