// What the files of this program share.
#ifndef BEFORE_START_H
#define BEFORE_START_H

extern char *before_start_bad_data;
extern char *before_start_good_data;

void before_start_bad_sink(void);
void before_start_good_sink(void);

#endif
