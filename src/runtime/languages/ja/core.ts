import type { CoreMessages } from "../../pages/core-messages.js";

/** Japanese, polite. */
export const core: CoreMessages = {
  thisSite: "このサイト",
  theService: "選択したサービス",
  theAccount: "選択したアカウント",
  thisAccount: "この {provider} アカウント",
  signIn: "サインイン",
  signInTo: "{app} にサインイン",
  signedIn: "サインインしています。",
  signedInAs: "{user} としてサインインしています。",
  goOn: "{continue}または{signOut}",
  continue: "続ける",
  orSignOut: "サインアウト",
  or: "または",
  more: "その他のサインイン方法",
  noWay: "サインインする方法がまだありません。",
  show: "表示",
  hide: "隠す",
  signOut: "サインアウト",
  signOutAsk: "サインアウトしますか？",
  signOutOf: "{app} からサインアウトしますか？",
  cancel: "キャンセル",
  checkEmail: "メールを確認してください",
  mailSent: "サインイン用のメールをお送りしました。",
  linkDays: { other: "リンクは {count} 日以内に一度だけ使えます。" },
  linkHours: { other: "リンクは {count} 時間以内に一度だけ使えます。" },
  linkMinutes: { other: "リンクは {count} 分以内に一度だけ使えます。" },
  checkSpam: "数分たっても届かない場合は、迷惑メールフォルダーもご確認ください。",
  sendAgain: "もう一度送信する、または別のアドレスを使う",
  confirm: "ボタンを押すとサインインが完了します。",
  elsewhere:
    "このブラウザーはメールを要求していないか、要求してから時間がたっています。ご自分で要求していない場合は、このページを閉じてください。",
  elsewhereAs: "{address} としてサインインします。",
  elsewhereOpen: "現在 {user} がサインインしています。続けるとサインアウトします。",
  addAsk: "{provider} を追加しますか?",
  addText:
    "別のブラウザーで要求されたメールのリンクにより、{user} としてサインインしています。続けると、今後 {provider} でこのアカウントにサインインできるようになります。ご自分のアカウントでない場合は、先にサインアウトしてください。",
  addButton: "このアカウントに追加",
  tryAgain: "もう一度試す",
  tryAgainWith: "{provider} でもう一度試す",
  anotherWay: "別の方法でサインイン",
  backToSignIn: "サインインに戻る",
  sendNewLink: "新しいリンクを送信",
  "box.other": "サインインできませんでした。もう一度試すか、別の方法をお選びください。",
  "box.OAuthCallbackError":
    "{provider} でのサインインがキャンセルまたは拒否されました。もう一度試すか、別の方法をお選びください。",
  "box.OAuthCallbackError.cancelled":
    "{provider} でのサインインをキャンセルしました。もう一度試すか、別の方法をお選びください。",
  "box.OAuthCallbackError.refused":
    "{provider} でサインインできませんでした。数分後にもう一度試すか、別の方法をお選びください。",
  "box.OAuthAccountNotLinked":
    "{account}は使用されませんでした。そのメールアドレスは、別の方法でサインインしているユーザーのものです。ご本人の場合は、以前の方法でサインインしてください。その後で追加できます。",
  "box.AccountNotLinked":
    "このメールアドレスのアカウントがすでにあるか、パスキーが別のユーザーのものです。以前の方法でサインインしてください。",
  notAdded: "{account}は別のユーザーのものなので、追加されませんでした。サインインした状態は続いています。",
  "box.EmailSignin": "メールを送信できませんでした。アドレスを確認して、もう一度お試しください。",
  "box.CredentialsSignin": "サインインできませんでした。入力内容が正しいかご確認ください。",
  "box.SessionRequired": "このページを見るにはサインインしてください。",
  "box.MissingCSRF":
    "このページを開いてから時間がたちすぎたか、ブラウザーが Cookie をブロックしています。もう一度お試しください。",
  "box.TooManyAttempts": "試行回数が多すぎます。数分待ってから、もう一度お試しください。",
  "Configuration.title": "サインインできませんでした",
  "Configuration.text":
    "途中で問題が発生したか、現在 {app} に誰もサインインできません。もう一度お試しください。繰り返し起こる場合は、別の方法を選ぶか、時間をおいてお試しください。",
  "AccessDenied.title": "このアカウントではサインインできません",
  "AccessDenied.text":
    "このアカウントには {app} へのアクセス権がありません。別のアカウントをお持ちの場合は、そちらをお使いください。",
  "Forbidden.title": "このページへのアクセス権がありません",
  "Forbidden.text":
    "{app} のアカウントではこのページを開けません。別のアカウントをお持ちの場合は、そちらをお使いください。",
  "TooManyAttempts.title": "試行回数が多すぎます",
  "TooManyAttempts.text": { other: "{count} 分待ってから、もう一度お試しください。" },
  "TooManyAttempts.soon": "数分待ってから、もう一度お試しください。",
  "Verification.title": "このリンクは使えなくなりました",
  "Verification.text":
    "すでに使用されたか、有効期限が切れています。リンクは一度だけ使えます。新しいリンクをご請求ください。",
  "WebAuthnVerificationError.title": "パスキーを確認できませんでした",
  "WebAuthnVerificationError.text": "もう一度試すか、別のサインイン方法をお選びください。",
  "stale.title": "{provider} で改めて本人確認が行われませんでした",
  "stale.text":
    "このページには直前のサインインが必要ですが、{provider} からは以前のサインインが伝えられました。別の方法をお選びください。",
  "expired.title": "このサインインは期限切れです",
  "expired.text":
    "15 分以上かかったか、すでに完了しているか、別のタブでやり直されたか、別のブラウザーで始められました。最初からやり直してください。それでも解決しない場合は、このサイトの Cookie を許可してください。",
  "slow.title": "{provider} から応答がありません",
  "slow.text": "混み合っている可能性があります。数分後にもう一度試すか、別のサインイン方法をお選びください。",
  "provider.title": "{provider} でサインインできませんでした",
  "provider.text":
    "サービスが停止しているか、{app} と連携できません。数分後にもう一度試すか、別の方法をお選びください。",
  "address.title": "メールアドレスではありません",
  "address.text": "入力間違いがないかご確認ください。",
  "mail.title": "メールを送信できませんでした",
  "mail.text": "アドレスを確認して数分後にもう一度試すか、別のサインイン方法をお選びください。",
  "passkey.title": "このパスキーは登録されていません",
  "passkey.text":
    "{app} のどのアカウントでも使われていません。別のパスキーを使うか、別の方法でサインインしてください。",
  "store.title": "現在ご利用いただけません",
  "store.text": "{app} の一部が応答していません。数分後にもう一度お試しください。",
  "other.title": "問題が発生しました",
  "other.text": "サインインできませんでした。もう一度お試しください。",
  lastUsed: "前回使用",
  signInWith: "{provider} でサインイン",
  email: "メールアドレス",
  sendLink: "サインイン用リンクを受け取る",
  passkeysNeedJavaScript: "パスキーには JavaScript が必要です。",
  signInWithPasskey: "パスキーでサインイン",
  passkeyUnsupported:
    "このブラウザーではパスキーを使えません。別の方法または別のブラウザーでサインインしてください。",
  passkeyExists: "このデバイスには、このサイトのパスキーがすでにあります。それでサインインしてください。",
  passkeyCancelled:
    "パスキーは使用されませんでした。キャンセルしたか、このデバイスにこのサイトのパスキーがありません。もう一度試すか、別の方法でサインインしてください。",
  passkeyFailed: "パスキーを使用できませんでした。もう一度試すか、別の方法でサインインしてください。",
  terms: "利用規約",
  privacy: "プライバシー",
  mailSubject: "{app} にサインイン",
  mailHeading: "{app} にサインイン",
  mailButton: "サインイン",
  mailClosing: "このメールに心当たりがない場合は、無視してください。",
  codeText:
    "メールをお送りしました。メールのリンクを開くか、コードをここに入力してください。どちらか一方を一度だけ使えます。",
  codeOver: "メールをお送りしました。リンクは一度だけ使えます。コードはもう使えません。",
  codeSentTo: "送信先",
  code: "コード",
  codeAgain: "新しいメールを送る",
  codeAgainText:
    "新しいメールを送ると、前のメールのリンクとコードは使えなくなります。先に迷惑メールフォルダーをご確認ください。",
  codeOtherAddress: "別のアドレスを使う",
  codeElsewhere:
    "このサインインは、別のブラウザーや別の端末で、またはしばらく前に始められたものです。ここで完了するか、始めた場所でメールのコードを入力してください。心当たりがない場合は、このページを閉じてください。",
  "code.wrong": "コードが正しくありません。最新のメールにある 8 桁の数字を入力してください。",
  "code.gone":
    "このコードはもう使えません。使用済みか、10 分を過ぎているか、別のブラウザー向けに送られたものです。メールのリンクを開くか、新しいメールを送ってください。",
  "code.tries":
    "間違ったコードが何度も入力されたため、コードは使えなくなりました。メールのリンクを開くか、新しいメールを送ってください。",
  "code.store": "ただいま処理できません。コードは使われていません。数分後にもう一度お試しください。",
  heldKeep: "{ways} でのサインインを残す",
  heldHint:
    "このアドレスが確認される前に接続されたものです。ご自身で接続した場合にのみチェックしてください。",
  heldSubject: "ご本人ですか？ {app} の {provider}",
  heldHeading: "{app} で {provider} を再び接続",
  heldMore:
    "どなたか（おそらくご本人）が {provider} であなたのアカウントにサインインしようとしました。この接続はアドレスが確認される前のものなので、確認をお願いしています。15 分以内に、サインインを試したブラウザーでリンクを開き、もう一度 {provider} でサインインしてください。",
  heldButton: "本人です：再び接続する",
  heldClosing: "心当たりがない場合は、このメールを無視してください。誰もサインインできません。",
  mailCodeLead: "または、メールを依頼したブラウザーで、10 分以内に次のコードを入力してください。",
  mailCodeClosing:
    "コードは誰にも教えないでください。こちらからお尋ねすることはありません。このメールに心当たりがない場合は、無視してください。",
  leaveTitle: "{provider} からサインアウト",
  leaveText: "ここからはサインアウトしました。{provider} からもサインアウトするには続行してください。",
  leaveOn: "続行",
  leaveHere: "ここからサインアウトしました",
  leaveRest: "{provider} にはまだサインインしている可能性があります。",
};
