// SPDX-License-Identifier: Apache-2.0
/** Graphs that follow their tables: which node sees the changes, and when tables are read again. */
@NullMarked
package io.graphember.jobs.follow;

import org.jspecify.annotations.NullMarked;
