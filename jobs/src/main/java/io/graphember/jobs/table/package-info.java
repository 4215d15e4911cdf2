// SPDX-License-Identifier: Apache-2.0
/** Rows that jobs learn or store, and their checkpoints. */
package io.graphember.jobs.table;
