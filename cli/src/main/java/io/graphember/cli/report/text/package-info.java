// SPDX-License-Identifier: Apache-2.0
/** What reports for people are made of: lines, tables, bars, numbers and times. */
@NullMarked
package io.graphember.cli.report.text;

import org.jspecify.annotations.NullMarked;
