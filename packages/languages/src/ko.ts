import type { LanguageTexts } from '@latchstring/core/types'

/** Korean. Its key in `texts` is `ko`. */
export const ko: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: '홈으로 이동',
    toSignIn: '로그인으로 돌아가기',
    reference: '참조 번호: {ref}',
    labelled: '{action}: {name}',
    retryAfter: '{duration} 후에 다시 시도하세요.',
    notYou: '본인이 변경하지 않았다면 사이트 관리자에게 문의하세요.',
  },
  signIn: {
    title: '로그인',
    to: '{host} 이용을 계속하려면 로그인하세요',
    continueWith: '{name} 계정으로 계속하기',
    or: '또는',
    email: '이메일 주소',
    emailExample: 'name@example.com',
    sendLink: '이메일로 계속하기',
    submit: '로그인',
    unsupported: '이 브라우저는 {name} 로그인을 지원하지 않습니다. 다른 로그인 방법을 사용하세요.',
    none: '로그인이 아직 설정되지 않았습니다.',
    code: '오류 코드: {code}',
    lastUsed: '최근 사용',
    showPassword: '비밀번호 표시',
    passkey: '패스키로 로그인',
    unknown: '이 로그인 방법은 사용할 수 없습니다. 다른 방법을 선택하세요.',
    wrongEmailOrPassword: '이메일 주소 또는 비밀번호가 올바르지 않습니다.',
    wrongUsernameOrPassword: '사용자 이름 또는 비밀번호가 올바르지 않습니다.',
    unsupportedPasskey:
      '이 브라우저는 패스키를 지원하지 않습니다. 브라우저를 업데이트하거나 다른 로그인 방법을 사용하세요.',
  },
  fields: {
    username: '사용자 이름',
    password: '비밀번호',
    code: '인증 코드',
    oneTimeCode: '일회용 코드',
    name: '이름',
    phone: '전화번호',
  },
  signInErrors: {
    Signin: '로그인하지 못했습니다. 다시 시도하거나 다른 로그인 방법을 사용하세요.',
    OAuthSignin:
      '해당 서비스에 연결하지 못했습니다. 잠시 후 다시 시도하거나 다른 로그인 방법을 사용하세요.',
    OAuthCallbackError:
      '서비스에서 로그인을 완료하지 못했습니다. 다시 시도하거나 다른 로그인 방법을 사용하세요.',
    OAuthCreateAccount: '계정을 만들지 못했습니다. 다시 시도하거나 다른 로그인 방법을 사용하세요.',
    EmailCreateAccount: '계정을 만들지 못했습니다. 다시 시도하거나 다른 이메일 주소를 사용하세요.',
    Callback: '로그인하는 중에 문제가 발생했습니다. 다시 시도하세요.',
    OAuthAccountNotLinked:
      '이 이메일 주소는 이미 다른 로그인 방법에 사용되고 있습니다. 해당 방법으로 로그인하세요.',
    EmailSignin: '이메일을 보내지 못했습니다. 주소를 확인하고 다시 시도하세요.',
    CredentialsSignin: '로그인 정보가 올바르지 않습니다. 확인하고 다시 시도하세요.',
    SessionRequired: '계속하려면 로그인하세요.',
  },
  providerErrors: {
    OAuthSignin:
      '{name}에 연결하지 못했습니다. 잠시 후 다시 시도하거나 다른 로그인 방법을 사용하세요.',
    OAuthCallbackError:
      '{name}에서 로그인을 완료하지 못했습니다. 다시 시도하거나 다른 로그인 방법을 사용하세요.',
    service:
      '{name} 서비스가 응답하지 않습니다. 몇 분 후에 다시 시도하거나 다른 로그인 방법을 사용하세요.',
    'other-way':
      '{name}에서 로그인에 필요한 정보를 모두 제공하지 않았습니다. 다른 로그인 방법을 사용하세요.',
  },
  present: {
    named: '{name} 계정으로 로그인되어 있습니다.',
    unnamed: '로그인되어 있습니다.',
    other: '다른 계정 사용',
  },
  signInReasons: {
    cancelled: '로그인이 취소되었습니다. 다시 시도하거나 다른 로그인 방법을 사용하세요.',
    expired: '로그인이 만료되었거나 다른 브라우저에서 시작되었습니다. 다시 시도하세요.',
    ours: '시스템에 문제가 발생했습니다. 나중에 다시 시도하거나 다른 로그인 방법을 사용하세요.',
    service:
      '서비스가 응답하지 않습니다. 몇 분 후에 다시 시도하거나 다른 로그인 방법을 사용하세요.',
    'other-way':
      '서비스에서 로그인에 필요한 정보를 모두 제공하지 않았습니다. 다른 로그인 방법을 사용하세요.',
    removed: '이 패스키는 계정에서 삭제되었습니다. 다른 로그인 방법을 사용하세요.',
    'step-up': '계속하려면 다시 로그인하세요. 계정을 안전하게 보호하기 위한 절차입니다.',
  },
  signOut: {
    title: '로그아웃',
    question: '로그아웃하시겠습니까?',
    submit: '로그아웃',
    stay: '로그인 상태 유지',
    nobody: '로그인되어 있지 않습니다.',
  },
  error: {
    Configuration: {
      title: '지금은 로그인할 수 없습니다',
      message: '이 사이트의 설정에 문제가 있습니다.',
      advice: '나중에 다시 시도하세요. 문제가 계속되면 사이트 관리자에게 문의하세요.',
    },
    AccessDenied: {
      title: '접근 권한이 없습니다',
      message: '이 계정으로는 이 사이트에 로그인할 수 없습니다.',
      advice: '다른 계정을 사용하거나 사이트 관리자에게 권한을 요청하세요.',
    },
    Verification: {
      title: '이 링크는 더 이상 유효하지 않습니다',
      message: '만료되었거나 이미 사용된 링크일 수 있습니다.',
      advice: '다시 로그인하여 새 링크를 받으세요.',
    },
    Default: {
      title: '문제가 발생했습니다',
      message: '로그인하지 못했습니다.',
      advice: '다시 로그인해 보세요.',
    },
  },
  verifyRequest: {
    title: '이메일을 확인하세요',
    sentTo:
      '{address} 주소로 이메일을 보냈습니다. 이메일의 링크를 열거나 아래에 인증 코드를 입력하세요.',
    sent: '이메일을 보냈습니다. 이메일의 링크를 열어 로그인하세요.',
    linkSentTo: '{address} 주소로 이메일을 보냈습니다. 이메일의 링크를 열어 로그인하세요.',
    code: '이메일에 있는 인증 코드',
    codeHint: '영문자와 숫자 8자입니다. 하이픈은 생략할 수 있고 대소문자를 구분하지 않습니다.',
    submit: '로그인',
    wrongCode:
      '인증 코드가 올바르지 않거나 만료되었습니다. 최신 이메일을 확인하고 다시 시도하세요.',
    attemptsLeft: '남은 시도 횟수: {count}',
    nothingThere: '이메일을 받지 못했나요? 스팸함을 확인해 보세요.',
    again: '다시 보내기 또는 다른 이메일 사용',
  },
  confirmLink: {
    title: '본인이 맞나요?',
    question: '{address} 계정으로 로그인합니다.',
    reason: '다른 브라우저에서 요청된 링크일 수 있습니다. 여기에서 로그인할지 확인해 주세요.',
    submit: '예, 로그인합니다',
    notMe:
      '본인의 이메일 주소가 아니거나 요청한 적이 없나요? 이 페이지를 닫으면 로그인되지 않습니다.',
  },
  continueSignIn: {
    title: '한 단계 더',
    message: '계속하여 {name} 로그인을 완료하세요.',
    submit: '계속',
    notMe: '요청한 적이 없나요? 이 페이지를 닫으면 로그인되지 않습니다.',
  },
  keptForm: {
    title: '양식이 그대로 남아 있습니다',
    message: '입력한 내용이 아직 전송되지 않았습니다.',
    submit: '양식 보내기',
    discard: '보내지 않기',
  },
  endSession: {
    title: '로그아웃되었습니다',
    message: '{name}에는 아직 로그인되어 있습니다. 함께 로그아웃할까요?',
    submit: '{name} 로그아웃',
    stay: '{name} 로그인 유지',
  },
  signedOut: {
    title: '로그아웃이 만료되었습니다',
    message: '다른 브라우저에서 시작되었거나 시작된 지 10분이 넘었습니다. 변경된 것은 없습니다.',
  },
  devices: {
    title: '로그인된 기기',
    lead: '알아볼 수 없거나 더 이상 사용하지 않는 브라우저에서 로그아웃하세요.',
    here: '현재 브라우저',
    unknown: '알 수 없는 브라우저',
    browserOn: '{system}의 {browser}',
    signedIn: '로그인: {when}',
    signedInWith: '{name} 로그인: {when}',
    lastSeen: '마지막 활동: {when}',
    signOut: '로그아웃',
    others: '다른 기기에서 로그아웃',
    all: '모든 기기에서 로그아웃',
    now: '현재 활동 중',
  },
  account: {
    title: '로그인 방법',
    lead: '더 이상 사용하지 않는 방법을 삭제하세요. 하나 이상은 남겨 두어야 합니다.',
    synced: '동기화된 패스키',
    oneDevice: '한 기기의 패스키',
    mail: '이메일 링크',
    remove: '삭제',
    rename: '이름 바꾸기',
    name: '패스키 이름',
    save: '저장',
    only: '유일한 로그인 방법은 삭제할 수 없습니다.',
    unused:
      '아직 사용되지 않았습니다. 다른 로그인 방법을 삭제하기 전에 이것으로 한 번 로그인하세요.',
    accounts: '연결된 계정',
    passkeys: '패스키',
    noPasskeys: '아직 패스키가 없습니다.',
    removed: '삭제되었습니다.',
    renamed: '이름이 저장되었습니다.',
    signedOut: '로그아웃되었습니다.',
    tooLongAgo: '계정을 안전하게 보호하기 위해 다시 로그인한 후 변경하세요.',
    failed: '처리하지 못했습니다. 다시 시도하세요.',
  },
  ended: {
    'ended-by-user': '다른 기기에서 이 브라우저를 로그아웃했습니다.',
    'signed-out-everywhere': '모든 기기에서 로그아웃되었습니다. 다시 로그인하세요.',
    'password-changed': '비밀번호가 변경되어 로그아웃되었습니다. 새 비밀번호로 로그인하세요.',
    'email-changed': '이메일 주소가 변경되어 로그아웃되었습니다. 다시 로그인하세요.',
    'account-unlinked': '로그인 방법이 삭제되어 로그아웃되었습니다. 다시 로그인하세요.',
    'passkey-removed': '패스키가 삭제되어 로그아웃되었습니다. 다시 로그인하세요.',
    'factor-added': '2단계 인증이 설정되어 로그아웃되었습니다. 다시 로그인하세요.',
    'factor-removed': '2단계 인증 방법이 삭제되어 로그아웃되었습니다. 다시 로그인하세요.',
    'recovery-used': '계정이 복구되어 로그아웃되었습니다. 다시 로그인하세요.',
    admin: '관리자가 로그아웃했습니다. 다시 로그인하세요.',
    'back-channel': '로그인에 사용하는 서비스에서 로그아웃하여 이 사이트에서도 로그아웃되었습니다.',
    'secret-leak': '계정 보호를 위해 모든 사용자를 로그아웃했습니다. 다시 로그인하세요.',
    other: '세션이 종료되었습니다. 다시 로그인하세요.',
  },
  problem: {
    400: {
      title: '요청을 처리하지 못했습니다',
      message: '뒤로 돌아가 페이지를 새로 고친 후 다시 시도하세요.',
    },
    403: {
      title: '이 페이지가 만료되었습니다',
      message: '뒤로 돌아가 페이지를 새로 고친 후 다시 시도하세요.',
    },
    404: {
      title: '페이지를 찾을 수 없습니다',
      message: '주소를 확인하거나 홈에서 시작하세요.',
    },
    405: {
      title: '이 페이지는 직접 열 수 없습니다',
      message: '홈에서 시작하세요.',
    },
    413: {
      title: '입력이 너무 깁니다',
      message: '입력을 줄여 다시 시도하세요.',
    },
    415: {
      title: '내용을 읽을 수 없습니다',
      message: '뒤로 돌아가 페이지의 양식을 사용하세요.',
    },
    429: {
      title: '시도 횟수가 너무 많습니다',
      message: '몇 분 기다린 후 다시 시도하세요.',
    },
    500: {
      title: '문제가 발생했습니다',
      message: '시스템에 문제가 있습니다. 잠시 후 다시 시도하세요.',
    },
    503: {
      title: '일시적으로 사용할 수 없습니다',
      message:
        '시스템 일부가 응답하지 않습니다. 로그아웃된 것은 아닙니다. 잠시 후 다시 시도하세요.',
    },
    acting: {
      title: '다른 사용자를 대신하여 작업하고 있습니다',
      message: '그동안에는 이 작업을 할 수 없습니다. 한 번 로그아웃하면 내 계정으로 돌아갑니다.',
    },
  },
  mail: {
    subject: '{host} 로그인',
    button: '로그인',
    link: '버튼이 작동하지 않나요? 이 링크를 브라우저에 복사하세요.',
    code: '또는 로그인을 시작한 곳에 이 인증 코드를 입력하세요.',
    validity: '링크와 코드는 {duration} 동안 한 번만 사용할 수 있습니다.',
    ignore: '요청하지 않았다면 이 이메일을 무시하세요. 링크나 코드를 다른 사람과 공유하지 마세요.',
    linkValidity: '링크는 {duration} 동안 한 번만 사용할 수 있습니다.',
    linkIgnore: '요청하지 않았다면 이 이메일을 무시하세요. 링크를 다른 사람과 공유하지 마세요.',
  },
}
