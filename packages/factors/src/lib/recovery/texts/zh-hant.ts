import type { RecoveryTexts } from './en.ts'

export const zhHant: RecoveryTexts = {
  locale: 'zh-Hant',
  lostBoth: '我的應用程式和備用驗證碼都遺失了',
  lostTitle: '更換遺失的應用程式',
  lostLead:
    '我們會透過電子郵件傳送連結給您。您開啟連結後，等待時間開始。從 {date} 起，您可以設定新的應用程式。',
  lostTold:
    '每個已登入的瀏覽器都會顯示此要求，並且可以取消它。使用應用程式或備用驗證碼登入也會取消此要求。',
  lostSend: '傳送連結給我',
  lostSent: '請查看您的電子郵件。開啟連結，或在此輸入驗證碼。',
  lostByMail: '您是透過電子郵件登入的。若要更換應用程式，請使用其他登入方式。',
  lostConfirm:
    '從 {date} 起，您可以設定新的應用程式。在此之前，您的舊應用程式和備用驗證碼仍然有效。',
  proofSubject: '確認您的應用程式已遺失',
  proofLead:
    '有人登入了您的帳號，並表示驗證器應用程式和備用驗證碼已遺失。不是您本人的操作？請勿使用此連結，並變更密碼。',
  proofButton: '繼續',
  proofIgnore: '請勿將連結或驗證碼告訴他人。',
  request: '要求新的應用程式',
  running:
    '有人要求了新的驗證器應用程式。請從 {date} 起登入以進行設定。屆時您的舊應用程式和備用驗證碼將失效。',
  askedSubject: '有人為您的帳號要求了新的驗證器應用程式',
  cancel: '取消要求',
  cancelNone: '沒有進行中的新應用程式要求。',
  cancelledSubject: '新驗證器應用程式的要求已取消',
  replaceTitle: '設定新的應用程式',
  replaceLead: '您的舊應用程式和備用驗證碼將失效，所有瀏覽器都會登出。',
  foundLead: '應用程式或備用驗證碼還在？請輸入驗證碼登入。此要求隨即取消。',
  foundCode: '6 位數驗證碼或備用驗證碼',
  replacedLead: '您的應用程式已更換，所有瀏覽器均已登出。請使用新的應用程式登入。',
  signIn: '登入',
  replacedSubject: '您的驗證器應用程式和備用驗證碼已更換',
}
