import type { RecoveryTexts } from './en.ts'

export const zhHans: RecoveryTexts = {
  locale: 'zh-Hans',
  lostBoth: '我的应用和备用验证码都丢失了',
  lostTitle: '更换丢失的应用',
  lostLead:
    '我们会通过电子邮件向您发送链接。您打开链接后，等待时间开始。从 {date} 起，您可以设置新应用。',
  lostTold:
    '每个已登录的浏览器都会显示此请求，并且可以取消它。使用应用或备用验证码登录也会取消此请求。',
  lostSend: '向我发送链接',
  lostSent: '请查看您的电子邮件。打开链接，或在此输入验证码。',
  lostByMail: '您是通过电子邮件登录的。要更换应用，请使用其他登录方式。',
  lostConfirm: '从 {date} 起，您可以设置新应用。在此之前，您的旧应用和备用验证码仍然有效。',
  proofSubject: '确认您的应用已丢失',
  proofLead:
    '有人登录了您的账号，并表示身份验证器应用和备用验证码已丢失。不是您本人操作？请不要使用此链接，并更改密码。',
  proofButton: '继续',
  proofIgnore: '请勿将链接或验证码告诉任何人。',
  request: '请求新应用',
  running:
    '有人请求了新的身份验证器应用。请从 {date} 起登录以进行设置。届时您的旧应用和备用验证码将失效。',
  askedSubject: '有人为您的账号请求了新的身份验证器应用',
  cancel: '取消请求',
  cancelNone: '没有正在进行的新应用请求。',
  cancelledSubject: '新身份验证器应用的请求已取消',
  replaceTitle: '设置新应用',
  replaceLead: '您的旧应用和备用验证码将失效，所有浏览器都会退出登录。',
  foundLead: '应用或备用验证码还在？请输入验证码登录。此请求随即取消。',
  foundCode: '6 位验证码或备用验证码',
  replacedLead: '您的应用已更换，所有浏览器均已退出登录。请使用新应用登录。',
  signIn: '登录',
  replacedSubject: '您的身份验证器应用和备用验证码已更换',
}
