"""Financial statements, line by line, from a company's accounts."""

from __future__ import annotations

from m3bench_world.stock_market.accounts import Period

Lines = dict[str, int | float]
STATEMENTS = ("income_stmt", "balance_sheet", "cashflow")
FINANCIAL_TYPES = tuple(prefix + statement for statement in STATEMENTS for prefix in ("", "quarterly_"))


def income(period: Period, shares: int) -> Lines:
    flows = period.flows
    per_share = round(flows.net_income / shares, 4)
    return {
        "Total Revenue": flows.revenue,
        "Cost Of Revenue": flows.cost,
        "Gross Profit": flows.revenue - flows.cost,
        "Research And Development": flows.research,
        "Selling General And Administration": flows.selling,
        "Operating Expense": flows.research + flows.selling,
        "Operating Income": flows.operating_income,
        "Interest Expense": flows.interest,
        "Pretax Income": flows.pretax_income,
        "Tax Provision": flows.tax,
        "Net Income": flows.net_income,
        "EBIT": flows.operating_income,
        "EBITDA": flows.operating_income + flows.depreciation,
        "Basic Average Shares": shares,
        "Basic EPS": per_share,
        "Diluted EPS": per_share,
    }


def balance(period: Period, shares: int) -> Lines:
    stocks = period.stocks
    current = stocks.cash + stocks.receivables + stocks.inventory
    return {
        "Total Assets": stocks.assets,
        "Current Assets": current,
        "Cash And Cash Equivalents": stocks.cash,
        "Accounts Receivable": stocks.receivables,
        "Inventory": stocks.inventory,
        "Net PPE": stocks.equipment,
        "Goodwill And Other Intangible Assets": stocks.goodwill,
        "Loans And Investments": stocks.loans,
        "Total Liabilities Net Minority Interest": stocks.liabilities,
        "Current Liabilities": stocks.payables,
        "Accounts Payable": stocks.payables,
        "Total Debt": stocks.debt,
        "Deposits And Policyholder Funds": stocks.deposits,
        "Stockholders Equity": stocks.equity,
        "Working Capital": current - stocks.payables,
        "Ordinary Shares Number": shares,
    }


def cashflow(period: Period, _: int) -> Lines:
    flows = period.flows
    return {
        "Net Income": flows.net_income,
        "Depreciation And Amortization": flows.depreciation,
        "Stock Based Compensation": flows.stock_compensation,
        "Change In Receivables": -flows.more_receivables,
        "Change In Inventory": -flows.more_inventory,
        "Change In Payables": flows.more_payables,
        "Operating Cash Flow": flows.operating_cash,
        "Capital Expenditure": -flows.investment,
        "Net Loans And Investments": -flows.more_loans,
        "Investing Cash Flow": flows.investing_cash,
        "Net Issuance Of Debt": flows.borrowed,
        "Common Stock Issuance": flows.shares_issued,
        "Repurchase Of Capital Stock": -flows.buybacks,
        "Cash Dividends Paid": -flows.dividends,
        "Change In Deposits": flows.more_deposits,
        "Financing Cash Flow": flows.financing_cash,
        "Changes In Cash": flows.change_in_cash,
        "End Cash Position": period.stocks.cash,
        "Free Cash Flow": flows.operating_cash - flows.investment,
    }


WRITERS = {"income_stmt": income, "balance_sheet": balance, "cashflow": cashflow}


def lines_of(statement: str, period: Period, shares: int) -> Lines:
    """Return the lines of one of `STATEMENTS`, for this number of shares."""
    return WRITERS[statement](period, shares)
