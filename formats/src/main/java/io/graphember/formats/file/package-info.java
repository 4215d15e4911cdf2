// SPDX-License-Identifier: Apache-2.0
/** Files in the folder of a source. */
package io.graphember.formats.file;
