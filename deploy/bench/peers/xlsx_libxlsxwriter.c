// What XLSX exports are measured against: the same cells through libxlsxwriter in constant_memory mode.
//
//   cc -O2 -o xlsx_libxlsxwriter xlsx_libxlsxwriter.c -lxlsxwriter && ./xlsx_libxlsxwriter out.xlsx < rows.tsv
//
// Standard input: ten tab-separated columns a row, no header: id, email, name, status, plan, country, language,
// platform, created, last seen; the last two are epoch seconds or nothing, and become dates.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xlsxwriter.h>

enum { COLUMNS = 10, FIRST_DATE = 8 };

static const char *const titles[COLUMNS] = {
    "id", "email", "name", "status", "plan", "country", "language", "platform", "created", "last_seen",
};

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: xlsx_libxlsxwriter FILE < rows.tsv\n");
        return 2;
    }
    lxw_workbook_options options = {.constant_memory = LXW_TRUE};
    lxw_workbook *book = workbook_new_opt(argv[1], &options);
    lxw_worksheet *sheet = workbook_add_worksheet(book, "Users");
    lxw_format *bold = workbook_add_format(book);
    format_set_bold(bold);
    lxw_format *date = workbook_add_format(book);
    format_set_num_format(date, "yyyy-mm-dd hh:mm:ss");
    worksheet_freeze_panes(sheet, 1, 0);
    for (int column = 0; column < COLUMNS; column++) {
        worksheet_set_column(sheet, column, column, 24, NULL);
        worksheet_write_string(sheet, 0, column, titles[column], bold);
    }

    char *line = NULL;
    size_t capacity = 0;
    ssize_t size;
    lxw_row_t row = 1;
    for (; (size = getline(&line, &capacity, stdin)) > 0; row++) {
        if (line[size - 1] == '\n') line[size - 1] = 0;
        char *rest = line;
        for (int column = 0; column < COLUMNS; column++) {
            char *cell = strsep(&rest, "\t");
            if (!cell || !*cell) continue;
            if (column < FIRST_DATE) {
                worksheet_write_string(sheet, row, column, cell, NULL);
            } else {
                worksheet_write_unixtime(sheet, row, column, strtoll(cell, NULL, 10), date);
            }
        }
    }
    free(line);
    worksheet_autofilter(sheet, 0, 0, row - 1, COLUMNS - 1);
    return workbook_close(book) == LXW_NO_ERROR ? 0 : 1;
}
