import type { Texts } from './texts.ts'

export const zhHans: Texts = {
  lang: 'zh-Hans',
  direction: 'ltr',
  common: {
    home: '前往首页',
    toSignIn: '前往登录页面',
    reference: '参考编号：{ref}',
  },
  signIn: {
    title: '登录',
    to: '以继续访问 {host}',
    continueWith: '使用 {name} 继续',
    or: '或',
    email: '电子邮箱地址',
    emailExample: 'name@example.com',
    sendLink: '通过邮件发送登录链接',
    submit: '登录',
    unsupported: '此浏览器无法使用 {name} 登录。',
    none: '这里尚未设置任何登录方式。',
    code: '代码：{code}',
  },
  signInErrors: {
    Signin: '登录未成功。请重试，或选择其他登录方式。',
    OAuthSignin: '无法开始使用该服务登录。请稍候再试，或选择其他方式。',
    OAuthCallbackError: '该服务未确认您的登录，可能已在那边取消。您可以随时重试。',
    OAuthCreateAccount:
      '该服务已确认您的身份，但无法在此为您创建账户。请重试，或选择其他登录方式。',
    EmailCreateAccount: '无法为此邮箱地址创建账户。请重试，或使用其他地址。',
    Callback: '登录过程中出现问题。请从此页面重新开始。',
    OAuthAccountNotLinked: '此邮箱地址已有账户。请使用您以前的方式登录，以便我们确认该账户属于您。',
    EmailSignin: '邮件未能发送。请检查地址是否有误，然后重试。',
    CredentialsSignin: '您输入的信息与任何账户都不匹配。请检查后重试。',
    SessionRequired: '请先登录再打开该页面。',
  },
  signOut: {
    title: '退出登录',
    question: '要在此浏览器中退出登录吗？',
    submit: '退出登录',
    stay: '保持登录',
  },
  error: {
    Configuration: {
      title: '暂时无法登录',
      message: '本网站的设置有误，并非您的操作所致。',
      advice: '请稍后再试。如果问题仍然存在，请告知网站的管理人员。',
    },
    AccessDenied: {
      title: '没有访问权限',
      message: '此账户不允许在这里登录。',
      advice: '请使用其他账户登录，或向网站的管理人员申请访问权限。',
    },
    Verification: {
      title: '此链接已失效',
      message: '它可能已过期、已被使用，或者不完整。',
      advice: '请在登录页面重新获取链接。',
    },
    Default: {
      title: '出现问题',
      message: '您未能登录。',
      advice: '请从登录页面重新开始。',
    },
  },
  verifyRequest: {
    title: '请查看您的邮箱',
    sentTo: '一封邮件正在发往 {address}。请打开其中的链接登录。',
    sent: '一封邮件正在发送给您。请打开其中的链接登录。',
    code: '或输入邮件中的代码',
    codeHint: '空格、连字符和大小写均不影响。',
    submit: '登录',
    wrongCode: '此代码不正确或已失效。请与最新一封邮件核对。',
    attemptsLeft: '剩余次数：{count}',
    nothingThere: '几分钟后仍未收到？请查看垃圾邮件文件夹。',
    again: '重试或使用其他地址',
  },
  confirmLink: {
    title: '是您本人吗？',
    question: '您即将以 {address} 的身份登录。',
    reason: '此链接是在另一个浏览器中请求的，请确认您要在这里登录。',
    submit: '是的，登录',
    notMe: '不是您的地址，或者您没有提出请求？请关闭此页面：目前尚未发生任何操作。',
  },
  oneMoreStep: {
    title: '还差一步',
    message: '您已从 {name} 返回，请在此继续以完成操作。',
    submit: '继续',
    notMe: '您没有提出请求？请关闭此页面：目前尚未发生任何操作。',
  },
  endSession: {
    title: '您已在此处退出登录',
    message: '您在 {name} 仍处于登录状态。继续即可在那里也退出登录。',
    submit: '前往 {name}',
    stay: '在那里保持登录',
  },
  signedOut: {
    title: '此处没有任何变化',
    message: '此次退出登录不是在此浏览器中开始的，或开始于十多分钟之前。',
  },
  problem: {
    400: {
      title: '操作未成功',
      message: '请求的一部分缺失或无法读取。请返回并刷新页面，然后重试。',
    },
    403: {
      title: '请求被拒绝',
      message: '页面可能打开时间过长，或者请求来自其他地方。请返回并刷新页面，然后重试。',
    },
    404: {
      title: '找不到页面',
      message: '此地址没有任何内容。请检查地址是否有误，或从首页开始。',
    },
    405: {
      title: '无法以这种方式访问',
      message: '此地址不能直接打开。请从首页开始。',
    },
    413: {
      title: '数据过多',
      message: '发送的内容超出了可接受的范围。请缩短输入内容后重试。',
    },
    415: {
      title: '未知格式',
      message: '无法读取发送的内容。请返回并使用页面上的表单。',
    },
    429: {
      title: '尝试次数过多',
      message: '请等待几分钟后再试。',
    },
    500: {
      title: '我们这边出现了问题',
      message: '发生了意外错误。请稍后重试。',
    },
    503: {
      title: '暂时不可用',
      message: '我们无法连接到系统的某个部分。您并未退出登录，请稍后重试。',
    },
  },
  mail: {
    subject: '登录 {host}',
    button: '登录',
    link: '如果按钮无法使用，请将此地址复制到浏览器中：',
    code: '或者在您请求登录的页面输入此代码：',
    validity: '链接和代码只能使用一次，有效期 {minutes} 分钟。',
    ignore: '如果您没有请求此邮件，可以忽略它。没有链接或代码，任何人都无法登录。',
  },
}
