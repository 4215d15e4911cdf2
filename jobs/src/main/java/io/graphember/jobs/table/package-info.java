// SPDX-License-Identifier: Apache-2.0
/** Rows that jobs learn or store, and their checkpoints. */
@NullMarked
package io.graphember.jobs.table;

import org.jspecify.annotations.NullMarked;
