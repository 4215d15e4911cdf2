// SPDX-License-Identifier: Apache-2.0
/** What a command tells of its result, to people and to scripts. */
@NullMarked
package io.graphember.cli.report;

import org.jspecify.annotations.NullMarked;
