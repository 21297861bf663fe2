-- CreateTable
CREATE TABLE "Expense" (
    "id" SERIAL NOT NULL,
    "what" TEXT NOT NULL,
    "cents" INTEGER NOT NULL,
    "paidAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Expense_pkey" PRIMARY KEY ("id")
);
