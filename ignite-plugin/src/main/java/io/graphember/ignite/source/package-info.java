// SPDX-License-Identifier: Apache-2.0
/** What nodes read themselves: files of folders that they allow. */
@NullMarked
package io.graphember.ignite.source;

import org.jspecify.annotations.NullMarked;
