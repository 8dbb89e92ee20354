#pragma once

int png_answer(void);
