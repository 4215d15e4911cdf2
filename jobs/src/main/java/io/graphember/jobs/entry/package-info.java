// SPDX-License-Identifier: Apache-2.0
/** The entries of the catalog: texts by path, whose they are, and calls that are shared. */
@NullMarked
package io.graphember.jobs.entry;

import org.jspecify.annotations.NullMarked;
