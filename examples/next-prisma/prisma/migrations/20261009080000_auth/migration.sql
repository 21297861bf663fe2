-- AlterTable
ALTER TABLE "Expense" ADD COLUMN     "userId" TEXT NOT NULL;

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "name" TEXT,
    "email" TEXT,
    "emailVerified" TIMESTAMP(3),
    "image" TEXT,

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Account" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "refresh_token" TEXT,
    "access_token" TEXT,
    "expires_at" INTEGER,
    "token_type" TEXT,
    "scope" TEXT,
    "id_token" TEXT,
    "session_state" TEXT,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "sessionToken" TEXT NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "VerificationToken" (
    "identifier" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL
);

-- CreateTable
CREATE TABLE "Authenticator" (
    "credentialID" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "providerAccountId" TEXT NOT NULL,
    "credentialPublicKey" TEXT NOT NULL,
    "counter" INTEGER NOT NULL,
    "credentialDeviceType" TEXT NOT NULL,
    "credentialBackedUp" BOOLEAN NOT NULL,
    "transports" TEXT,

    CONSTRAINT "Authenticator_pkey" PRIMARY KEY ("credentialID")
);

-- CreateTable
CREATE TABLE "auth_session_info" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "device" TEXT,
    "addressRange" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastSeen" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),
    "expires" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_session_info_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_session_epochs" (
    "userId" TEXT NOT NULL,
    "epoch" BIGINT NOT NULL,
    "keptId" TEXT,
    "expires" TIMESTAMP(3),

    CONSTRAINT "auth_session_epochs_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "auth_password_hash" (
    "userId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "userName" TEXT,
    "version" BIGINT NOT NULL,
    "changedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_password_hash_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "auth_password_sign_up" (
    "token" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "name" TEXT,
    "userName" TEXT,
    "browser" TEXT,
    "expires" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_password_sign_up_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "auth_password_link" (
    "token" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "newEmail" TEXT,
    "version" BIGINT NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_password_link_pkey" PRIMARY KEY ("token")
);

-- CreateTable
CREATE TABLE "auth_two_factor_secret" (
    "userId" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "lastStep" BIGINT NOT NULL,
    "failures" BIGINT NOT NULL,
    "failedAt" BIGINT NOT NULL,
    "codeSet" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_two_factor_secret_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "auth_two_factor_recovery" (
    "hash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "codeSet" TEXT NOT NULL,

    CONSTRAINT "auth_two_factor_recovery_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "auth_two_factor_browser" (
    "hash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_two_factor_browser_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "auth_two_factor_session" (
    "hash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "amr" TEXT NOT NULL,
    "at" BIGINT NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_two_factor_session_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "auth_account_changes" (
    "userId" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "busyUntil" TIMESTAMP(3),

    CONSTRAINT "auth_account_changes_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "auth_account_passkeys" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "auth_account_passkeys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_account_deletions" (
    "userId" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "deleteAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_account_deletions_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "auth_account_uses" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "addedAt" TIMESTAMP(3),
    "usedAt" TIMESTAMP(3) NOT NULL,
    "expires" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_account_uses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "auth_account_places" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "city" TEXT,
    "country" TEXT,
    "expires" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "auth_account_places_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "Account_userId_idx" ON "Account"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Account_provider_providerAccountId_key" ON "Account"("provider", "providerAccountId");

-- CreateIndex
CREATE UNIQUE INDEX "Session_sessionToken_key" ON "Session"("sessionToken");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Session_expires_idx" ON "Session"("expires");

-- CreateIndex
CREATE UNIQUE INDEX "VerificationToken_token_key" ON "VerificationToken"("token");

-- CreateIndex
CREATE INDEX "VerificationToken_expires_idx" ON "VerificationToken"("expires");

-- CreateIndex
CREATE INDEX "Authenticator_userId_idx" ON "Authenticator"("userId");

-- CreateIndex
CREATE INDEX "auth_session_info_userId_idx" ON "auth_session_info"("userId");

-- CreateIndex
CREATE INDEX "auth_session_info_expires_idx" ON "auth_session_info"("expires");

-- CreateIndex
CREATE INDEX "auth_session_epochs_expires_idx" ON "auth_session_epochs"("expires");

-- CreateIndex
CREATE UNIQUE INDEX "auth_password_hash_userName_key" ON "auth_password_hash"("userName");

-- CreateIndex
CREATE INDEX "auth_password_sign_up_email_idx" ON "auth_password_sign_up"("email");

-- CreateIndex
CREATE INDEX "auth_password_sign_up_expires_idx" ON "auth_password_sign_up"("expires");

-- CreateIndex
CREATE INDEX "auth_password_link_userId_idx" ON "auth_password_link"("userId");

-- CreateIndex
CREATE INDEX "auth_password_link_email_idx" ON "auth_password_link"("email");

-- CreateIndex
CREATE INDEX "auth_password_link_expires_idx" ON "auth_password_link"("expires");

-- CreateIndex
CREATE INDEX "auth_two_factor_recovery_userId_idx" ON "auth_two_factor_recovery"("userId");

-- CreateIndex
CREATE INDEX "auth_two_factor_browser_userId_idx" ON "auth_two_factor_browser"("userId");

-- CreateIndex
CREATE INDEX "auth_two_factor_browser_expires_idx" ON "auth_two_factor_browser"("expires");

-- CreateIndex
CREATE INDEX "auth_two_factor_session_userId_idx" ON "auth_two_factor_session"("userId");

-- CreateIndex
CREATE INDEX "auth_two_factor_session_expires_idx" ON "auth_two_factor_session"("expires");

-- CreateIndex
CREATE INDEX "auth_account_passkeys_userId_idx" ON "auth_account_passkeys"("userId");

-- CreateIndex
CREATE INDEX "auth_account_deletions_day_idx" ON "auth_account_deletions"("day");

-- CreateIndex
CREATE INDEX "auth_account_uses_userId_idx" ON "auth_account_uses"("userId");

-- CreateIndex
CREATE INDEX "auth_account_uses_expires_idx" ON "auth_account_uses"("expires");

-- CreateIndex
CREATE INDEX "auth_account_places_userId_idx" ON "auth_account_places"("userId");

-- CreateIndex
CREATE INDEX "auth_account_places_expires_idx" ON "auth_account_places"("expires");

-- CreateIndex
CREATE INDEX "Expense_userId_idx" ON "Expense"("userId");

-- AddForeignKey
ALTER TABLE "Expense" ADD CONSTRAINT "Expense_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Authenticator" ADD CONSTRAINT "Authenticator_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
