import type { TrustTexts } from './en.ts'

export const nl: TrustTexts = {
  trustLanguage: 'nl',
  trust: 'Vraag het {time} niet opnieuw in deze browser',
  trustHint: 'Laat dit uit op een gedeeld apparaat.',
  trustTitle: 'Browsers waarin geen code nodig is',
  trustUntil: 'Geen code nodig tot {date}',
  trustEnd: 'Weer om een code vragen',
  trustLost:
    'Deze browser vraagt bij het inloggen niet om een code. Kies eerst ‘{button}’ om een back-upcode te gebruiken.',
  trustHere: 'Deze browser',
  trustUnknown: 'Onbekende browser',
  trustBrowserOn: '{browser} op {system}',
}

export const pl: TrustTexts = {
  trustLanguage: 'pl',
  trust: 'Nie pytaj ponownie w tej przeglądarce przez {time}',
  trustHint: 'Nie zaznaczaj tego na współdzielonym urządzeniu.',
  trustTitle: 'Przeglądarki, które nie wymagają kodu',
  trustUntil: 'Kod nie jest potrzebny do {date}',
  trustEnd: 'Znów wymagaj kodu',
  trustLost:
    'Ta przeglądarka nie wymaga kodu przy logowaniu. Aby użyć kodu zapasowego, wybierz najpierw „{button}”.',
  trustHere: 'Ta przeglądarka',
  trustUnknown: 'Nieznana przeglądarka',
  trustBrowserOn: '{browser} w systemie {system}',
}

export const pt: TrustTexts = {
  trustLanguage: 'pt',
  trust: 'Não perguntar de novo neste navegador por {time}',
  trustHint: 'Não marque em um dispositivo compartilhado.',
  trustTitle: 'Navegadores que não precisam de código',
  trustUntil: 'Nenhum código necessário até {date}',
  trustEnd: 'Voltar a pedir um código',
  trustLost:
    'Este navegador não pede um código ao entrar. Para usar um código de backup, escolha antes “{button}”.',
  trustHere: 'Este navegador',
  trustUnknown: 'Navegador desconhecido',
  trustBrowserOn: '{browser} em {system}',
}

export const sv: TrustTexts = {
  trustLanguage: 'sv',
  trust: 'Fråga inte igen i den här webbläsaren på {time}',
  trustHint: 'Låt detta vara av på en delad enhet.',
  trustTitle: 'Webbläsare som inte behöver någon kod',
  trustUntil: 'Ingen kod behövs till {date}',
  trustEnd: 'Fråga efter en kod igen',
  trustLost:
    'Den här webbläsaren frågar inte efter en kod när du loggar in. Välj först ”{button}” om du vill använda en reservkod.',
  trustHere: 'Den här webbläsaren',
  trustUnknown: 'Okänd webbläsare',
  trustBrowserOn: '{browser} på {system}',
}

export const tr: TrustTexts = {
  trustLanguage: 'tr',
  trust: 'Bu tarayıcıda {time} boyunca tekrar sorma',
  trustHint: 'Paylaşılan bir cihazda bunu işaretlemeyin.',
  trustTitle: 'Kod gerekmeyen tarayıcılar',
  trustUntil: 'Kod gerekmeyen son gün: {date}',
  trustEnd: 'Yeniden kod iste',
  trustLost:
    'Bu tarayıcı oturum açarken kod istemiyor. Yedek kod kullanmak için önce “{button}” seçeneğini belirleyin.',
  trustHere: 'Bu tarayıcı',
  trustUnknown: 'Bilinmeyen tarayıcı',
  trustBrowserOn: '{system} üzerinde {browser}',
}

export const uk: TrustTexts = {
  trustLanguage: 'uk',
  trust: 'Не питати знову в цьому браузері: {time}',
  trustHint: 'Не вмикайте на спільному пристрої.',
  trustTitle: 'Браузери, яким не потрібен код',
  trustUntil: 'Код не потрібен до {date}',
  trustEnd: 'Знову вимагати код',
  trustLost:
    'Цей браузер не вимагає коду під час входу. Щоб скористатися резервним кодом, спершу виберіть «{button}».',
  trustHere: 'Цей браузер',
  trustUnknown: 'Невідомий браузер',
  trustBrowserOn: '{browser} на {system}',
}

export const vi: TrustTexts = {
  trustLanguage: 'vi',
  trust: 'Không hỏi lại trên trình duyệt này trong {time}',
  trustHint: 'Đừng chọn trên thiết bị dùng chung.',
  trustTitle: 'Trình duyệt không cần mã',
  trustUntil: 'Không cần mã đến {date}',
  trustEnd: 'Yêu cầu mã lại',
  trustLost:
    'Trình duyệt này không yêu cầu mã khi đăng nhập. Để dùng mã dự phòng, trước tiên hãy chọn “{button}”.',
  trustHere: 'Trình duyệt này',
  trustUnknown: 'Trình duyệt không xác định',
  trustBrowserOn: '{browser} trên {system}',
}

export const zhHans: TrustTexts = {
  trustLanguage: 'zh-Hans',
  trust: '{time}内不再在此浏览器中询问',
  trustHint: '请勿在共用设备上勾选。',
  trustTitle: '不需要验证码的浏览器',
  trustUntil: '{date} 前不需要验证码',
  trustEnd: '重新要求验证码',
  trustLost: '在此浏览器中登录时不需要验证码。要使用备用验证码，请先选择“{button}”。',
  trustHere: '此浏览器',
  trustUnknown: '未知浏览器',
  trustBrowserOn: '{system} 上的 {browser}',
}

export const zhHant: TrustTexts = {
  trustLanguage: 'zh-Hant',
  trust: '{time}內不再於此瀏覽器詢問',
  trustHint: '請勿在共用裝置上勾選。',
  trustTitle: '不需要驗證碼的瀏覽器',
  trustUntil: '{date} 前不需要驗證碼',
  trustEnd: '重新要求驗證碼',
  trustLost: '在此瀏覽器登入時不需要驗證碼。若要使用備用驗證碼，請先選擇「{button}」。',
  trustHere: '此瀏覽器',
  trustUnknown: '不明的瀏覽器',
  trustBrowserOn: '{system} 上的 {browser}',
}
