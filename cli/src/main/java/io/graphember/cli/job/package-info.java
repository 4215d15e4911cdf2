// SPDX-License-Identifier: Apache-2.0
/** One job file from text to result, through the thin client alone. */
@NullMarked
package io.graphember.cli.job;

import org.jspecify.annotations.NullMarked;
